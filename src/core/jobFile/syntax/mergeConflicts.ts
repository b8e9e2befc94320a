import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type Problem } from '../problem.ts';

/** A conflict that a merge has left in a text. */
interface MergeConflict extends TextRange {
  /**
   * Its lines that are no version of the text, in their order. The first one begins the conflict, the last one ends it,
   * and one of equals signs separates the versions. A single line if the others are missing.
   */
  readonly markers: readonly TextRange[];
}

/** Git, Mercurial and Subversion write seven of a sign at the start of a line, mostly with a name after them. */
const markerPattern = /^\ufeff?(?:<{7}|\|{7}|={7}|>{7})(?![^ \r\n]).*/gm;

/** Lists the conflicts of a text in their order. Markers that do not form one are conflicts of their own. */
export function listConflicts(text: string): readonly MergeConflict[] {
  const groups: TextRange[][] = [];
  for (const { 0: line, index } of text.matchAll(markerPattern)) {
    const marker = { start: line.startsWith('\ufeff') ? index + 1 : index, end: index + line.trimEnd().length };
    const before = groups.at(-1);
    if (before && text[marker.start] !== '<' && text[before.at(-1)?.start ?? 0] !== '>') before.push(marker);
    else groups.push([marker]);
  }
  return groups.flatMap((markers) => {
    const [start, end] = [markers[0]?.start ?? 0, markers.at(-1)?.end ?? 0];
    const found = markers.map((marker) => text[marker.start]).join('');
    return /^<[^=]*=.*>$/.test(found)
      ? [{ start, end, markers }]
      : markers.map((each) => ({ ...each, markers: [each] }));
  });
}

/** Nothing else is wrong while the file has several versions. */
export function findMergeConflicts(text: string): readonly Problem[] {
  return listConflicts(text).map((conflict) =>
    buildProblem('merge-conflict', conflict, { args: conflict.markers.length > 1 ? {} : { variant: 'left-over' } }),
  );
}
