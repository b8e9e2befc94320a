import { isFileReference } from '../completion/typedPath.ts';
import type { TextEdit } from '../languageService.ts';
import { isAlias, isInFlow, type Seat } from './seat.ts';
import { writeQuoted } from '../../jobFile/write/writeScalar.ts';

/** Appends text to a string value. Returns null if there is no string, or if it is written elsewhere. */
export function appendText(text: string, seat: Seat | null, more: string): TextEdit | null {
  const node = seat?.node;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string' || node.value.trim() === '') return null;
  if (isAlias(node, text) || isFileReference(node.value)) return null;
  const { start, end, style, value } = node;
  if (style === 'plain' && isInFlow(seat, text)) return { start, end, newText: writeQuoted(value + more) };
  const at = style === 'quoted' ? end - 1 : end;
  return { start: at, end: at, newText: more };
}
