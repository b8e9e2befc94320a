import { writeLike } from '../../../jobFile/write/writeScalar.ts';
import { closestName } from '../../../support/text/closestName.ts';
import { findNodePath, isInFlow, mapOf } from '../../edits/nodePath.ts';
import { isWritten, replaceValue } from '../../edits/replaceValue.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { argOf, type Broken, type FindFixes, type Fix } from '../fix.ts';

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
export function renameKey({ view, problem }: Broken, names: readonly string[]): readonly Fix[] {
  const { text } = view;
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  const entry = nodePath?.entry;
  const map = mapOf(nodePath);
  if (!entry || !map || entry.keyRange.start !== problem.start) return [];
  return names
    .filter((name) => map.entries.every(({ key, isMerged }) => isMerged || key !== name))
    .map((name, index): Fix => {
      const { start, end } = entry.keyRange;
      const newText = writeLike(text.slice(start, end), name, { isFlow: isInFlow(nodePath, text) });
      const isSafe = names.length === 1 && isSameWord(name, entry.key);
      return named(view, name, { edits: [{ start, end, newText }], isPreferred: index === 0, isSafe });
    });
}

/**
 * Suggests other values for the value at the problem. None is safe: a similar name may be another model, with another
 * price.
 */
export function changeValue({ view, problem }: Broken, written: string, values: readonly string[]): readonly Fix[] {
  const nodePath = findNodePath(view.checked.jobFile.root, problem);
  if (!isWritten(nodePath, written)) return [];
  return values.flatMap((value, index) => {
    const edit = replaceValue(view.text, nodePath, value);
    return edit ? [named(view, value, { edits: [edit], isPreferred: index === 0 })] : [];
  });
}

function named({ translate }: Broken['view'], name: string, rest: Pick<Fix, 'edits' | 'isPreferred' | 'isSafe'>): Fix {
  return { title: translate(titles.changeTo, { name }), ...rest };
}

export const fixModel: FindFixes = (broken) => {
  const { view, problem } = broken;
  const model = argOf(problem, 'model');
  const names = nearestNames(model, view.catalog.models.keys());
  return [
    ...changeValue(broken, model, names),
    { title: view.translate(titles.showModels, {}), edits: [], opens: 'models' },
  ];
};
