import { writeLike } from '../../../jobFile/write/writeValue.ts';
import { closestName } from '../../../support/text/closestName.ts';
import { isInFlow } from '../../edits/nodePath.ts';
import { isWritten, replaceValue } from '../../edits/replaceValue.ts';
import { actionMessages as titles } from '../../messages.ts';
import { type Broken, type FindFixes, type Fix, offerNames } from '../fix.ts';

const maxOffered = 4;

/** Returns the names that are most similar to a name, the most similar first. */
export function nearestNames(name: string, names: Iterable<string>): readonly string[] {
  const left = new Set(names);
  const found: string[] = [];
  while (found.length < maxOffered) {
    const closest = closestName(name, left);
    if (closest === undefined) break;
    found.push(closest);
    left.delete(closest);
  }
  return found;
}

/** Whether two names differ only in case and separators. */
export function isSameWord(one: string, other: string): boolean {
  const plain = (word: string): string => word.toLowerCase().replaceAll(/[-_\s]/g, '');
  return plain(one) === plain(other);
}

/** Suggests other names for a key, without the names that the map already has. */
export function renameKey(broken: Broken, names: readonly string[]): readonly Fix[] {
  const { text, found } = broken;
  if (!found || found.entry.keyRange.start !== broken.start) return [];
  const { start, end } = found.entry.keyRange;
  const isFlow = isInFlow(found.nodePath, text);
  const { key: written } = found.entry;
  const free = names.filter((name) => found.map.entries.every(({ key, isMerged }) => isMerged || key !== name));
  const isSafe = names.length === 1 && free.every((name) => isSameWord(name, written));
  return offerNames(broken, free, (name) => ({
    start,
    end,
    newText: writeLike(text.slice(start, end), name, { isFlow }),
  })).map((fix) => ({ ...fix, isSafe }));
}

/** Suggests other values. None is safe: a similar name may be another model, with another price. */
export function changeValue(broken: Broken, written: string, values: readonly string[]): readonly Fix[] {
  const { text, nodePath } = broken;
  return isWritten(nodePath, written) ? offerNames(broken, values, (name) => replaceValue(text, nodePath, name)) : [];
}

export const fixModel: FindFixes = (broken) => {
  const model = broken.arg('model');
  const models = broken.view.catalog.models;
  // A slip of a key comes before models that are as similar.
  const suggested = [broken.arg('suggestion')].filter((each) => models.has(each));
  return [
    ...changeValue(broken, model, [...new Set([...suggested, ...nearestNames(model, models.keys())])]),
    { title: broken.title(titles.showModels), edits: [], opens: 'models' },
  ];
};
