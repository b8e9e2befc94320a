import { isFileReference } from '../completion/values/typedPath.ts';
import type { TextEdit } from '../languageService.ts';
import { isAlias, isInFlow, type NodePath } from './nodePath.ts';
import { writeQuoted } from '../../jobFile/write/writeScalar.ts';

/** Appends text to a string value. Returns null if there is no string, or if it is written elsewhere. */
export function appendText(text: string, nodePath: NodePath | null, more: string): TextEdit | null {
  const node = nodePath?.node;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string' || node.value.trim() === '') return null;
  if (isAlias(node, text) || isFileReference(node.value)) return null;
  const { start, end, style, value } = node;
  if (style === 'plain' && isInFlow(nodePath, text)) return { start, end, newText: writeQuoted(value + more) };
  const at = style === 'quoted' ? end - 1 : end;
  return { start: at, end: at, newText: more };
}
