import { isFileReference } from '../../jobFile/lookups.ts';
import { writeLike, writeQuoted } from '../../jobFile/write/writeValue.ts';
import type { JsonValue } from '../../support/json/json.ts';
import type { TextEdit } from '../languageService.ts';
import { isAlias, isInFlow, type NodePath } from './nodePath.ts';

/** Replaces a value and keeps its quotes. Returns null if the value is written elsewhere or spans lines. */
export function replaceValue(text: string, nodePath: NodePath, value: Exclude<JsonValue, object>): TextEdit | null {
  const { start, end } = nodePath.node;
  const source = text.slice(start, end);
  if (
    nodePath.node.kind !== 'scalar' ||
    nodePath.node.style === 'block' ||
    isAlias(nodePath.node, text) ||
    source.includes('\n')
  )
    return null;
  if (start === end) return null;
  const newText =
    typeof value === 'string' ? writeLike(source, value, { isFlow: isInFlow(nodePath, text) }) : String(value);
  return { start, end, newText };
}

/** Whether the file has this value at this position, and only once. */
export function isWritten(nodePath: NodePath | null, value: string): nodePath is NodePath {
  return nodePath?.node.kind === 'scalar' && String(nodePath.node.value) === value;
}

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
