import { findEntry, type MapNode, type SyntaxEntry } from '../../jobFile/syntax/syntaxNode.ts';
import { writeKey } from '../../jobFile/write/writeValue.ts';
import type { TextEdit } from '../languageService.ts';
import { type NewEntry, appendItem, insertInOwner } from './insertEntry.ts';
import { isAlias } from './nodePath.ts';

/**
 * Adds a variable to those of a map: of a job, or of the file. Variables in a file stay, with the new one after them. A
 * new `vars` follows the entry `after`. Returns null if the text has no position for the variable.
 */
export function insertVariable(
  text: string,
  map: MapNode,
  { after, ...variable }: NewEntry & { readonly after: SyntaxEntry | null },
): TextEdit | null {
  const vars = findEntry(map, 'vars');
  const isList =
    vars && (vars.value.kind === 'sequence' || (vars.value.kind === 'scalar' && vars.value.value !== null));
  if (!isList) return insertInOwner(text, map, { owner: 'vars', after, ...variable });
  return vars.isMerged ? null : addToList(text, vars, variable);
}

/** `vars` is a file, or a list of files and maps. The last one wins. */
function addToList(text: string, { value }: SyntaxEntry, { key, value: written }: NewEntry): TextEdit | null {
  const item = `{ ${writeKey(key)}:${written.inline} }`;
  if (isAlias(value, text)) return null;
  if (value.kind === 'scalar') {
    const source = text.slice(value.start, value.end);
    return value.style === 'block' || source.includes('\n')
      ? null
      : { start: value.start, end: value.end, newText: `[${source}, ${item}]` };
  }
  return value.kind === 'sequence' ? appendItem(text, value, item) : null;
}
