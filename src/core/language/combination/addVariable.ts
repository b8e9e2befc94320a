import type { SyntaxEntry } from '../../jobFile/syntax/syntaxNode.ts';
import { writeKey } from '../../jobFile/write/writeScalar.ts';
import { appendItem } from '../edits/appendItem.ts';
import { applyEdits } from '../edits/applyEdits.ts';
import { insertEntry, insertUnder, lastOwn, type NewEntry } from '../edits/insertEntry.ts';
import { nestIn } from '../edits/moveEntry.ts';
import { isAlias } from '../edits/nodePath.ts';
import { findOwn, NotEditableError, requireMap } from '../edits/setKeys.ts';
import type { TextEdit } from '../languageService.ts';

/** Adds a variable to a job. Variables in a file stay, with the new one after them. Throws a NotEditableError. */
export function addVariable(text: string, path: readonly string[], variable: NewEntry): string {
  const map = requireMap(text, path);
  const vars = findOwn(map, 'vars');
  const isList = vars?.value.kind === 'sequence' || (vars?.value.kind === 'scalar' && vars.value.value !== null);
  const after = findOwn(map, 'matrix') ?? lastOwn(map);
  const edit = vars
    ? isList
      ? addToList(text, vars, variable)
      : insertUnder(text, vars, variable)
    : insertEntry(text, map, { key: 'vars', value: nestIn([], variable), after });
  if (!edit) throw new NotEditableError('vars');
  return applyEdits(text, [edit]);
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
