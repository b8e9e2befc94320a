import { mapToJson, type SequenceNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { applyEdits } from '../edits/applyEdits.ts';
import { isAlias } from '../edits/nodePath.ts';
import { removeEntry, removeItem } from '../edits/removeEntry.ts';
import { findOwn, NotEditableError, requireMap, setKeys } from '../edits/setKeys.ts';
import type { TextEdit } from '../languageService.ts';
import { isEqual } from './findCombination.ts';

interface Left {
  /** The values of the axes that leave the matrix. */
  readonly chosen: JsonObject;
  /** Whether they are a whole combination, so that nothing of the matrix is left. */
  readonly isWhole: boolean;
}

const listKeys: readonly string[] = ['include', 'exclude'];

/**
 * Takes axes out of the matrix of a job, and the matrix itself if no axis is left. Throws a NotEditableError if an axis
 * is merged from another map, or if `include` or `exclude` is an alias.
 */
export function leaveMatrix(text: string, path: readonly string[], { chosen, isWhole }: Left): string {
  const own = requireMap(text, [...path, 'matrix']).entries.filter(({ key }) => !listKeys.includes(key));
  const left = own.filter(({ key }) => !Object.hasOwn(chosen, key));
  if (isWhole || left.length === 0) return setKeys(text, path, { matrix: undefined });
  const gone = own.filter(({ key }) => Object.hasOwn(chosen, key));
  const merged = gone.find(({ isMerged }) => isMerged);
  if (merged) throw new NotEditableError(merged.key);
  const removed = Object.fromEntries(gone.map(({ key }) => [key, undefined]));
  const adapted = listKeys.reduce((each, key) => adaptList(each, [...path, 'matrix'], { key, chosen }), text);
  return setKeys(adapted, [...path, 'matrix'], removed);
}

/** Removes maps for other combinations, and the keys of the axes that leave from the rest. */
function adaptList(
  text: string,
  path: readonly string[],
  { key, chosen }: { readonly key: string; readonly chosen: JsonObject },
): string {
  const list = findOwn(requireMap(text, path), key)?.value;
  if (list?.kind !== 'sequence') return text;
  if (isAlias(list, text)) throw new NotEditableError(key);
  const edit = adaptItem(text, list, chosen);
  if (edit === 'empty') return setKeys(text, path, { [key]: undefined });
  return edit === null ? text : adaptList(applyEdits(text, [edit]), path, { key, chosen });
}

/**
 * Returns the edit of the first item that has to change. Null if none has to, and `empty` if the list would be empty.
 */
function adaptItem(text: string, list: SequenceNode, chosen: JsonObject): TextEdit | 'empty' | null {
  for (const item of list.items) {
    const entries = item.kind === 'map' ? item.entries : [];
    const known = entries.filter(({ key }) => Object.hasOwn(chosen, key));
    const [first] = known;
    if (!first || item.kind !== 'map') continue;
    const isHidden = isAlias(item, text) || known.some(({ isMerged }) => isMerged);
    if (isHidden || text.slice(item.start, item.end).includes('${{')) throw new NotEditableError(first.key);
    const isOther = known.some(({ key, value }) => !isEqual(mapToJson(value), chosen[key] ?? null));
    if (!isOther && known.length < entries.length) return removeEntry(text, item, first.start);
    return list.items.length === 1 ? 'empty' : removeItem(text, list, item);
  }
  return null;
}
