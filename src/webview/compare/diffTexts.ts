import { diffArrays } from 'diff';

/** Words of a line that the other text has too, or that it does not have. */
interface DiffPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines that lie beside each other. Null where a text has no such line. */
export interface DiffRow {
  readonly first: readonly DiffPart[] | null;
  readonly second: readonly DiffPart[] | null;
}

interface TextDiff {
  readonly rows: readonly DiffRow[];
  /** Whether a text is longer than what is compared. */
  readonly isCut: boolean;
}

/** Limits of the time and memory for a comparison, because texts may come from others. */
const maxLength = 200_000;
const maxLines = 2_000;
const maxChangedLines = 1_000;
const maxChangedWords = 100;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Compares two texts line by line, and words where a line has changed. Texts that differ too much have no equal lines. */
export function diffTexts(first: string, second: string): TextDiff {
  const [a, b] = [splitLines(first), splitLines(second)];
  const changes = diffArrays(a.lines, b.lines, { maxEditLength: maxChangedLines });
  const rows: DiffRow[] = [];
  let [removed, added]: [readonly string[], readonly string[]] = [[], []];
  for (const change of changes ?? []) {
    if (change.removed) removed = change.value;
    else if (change.added) added = change.value;
    else {
      rows.push(...pairLines(removed, added), ...change.value.map(toEqualRow));
      [removed, added] = [[], []];
    }
  }
  rows.push(...(changes ? pairLines(removed, added) : pairLines(a.lines, b.lines)));
  return { rows, isCut: a.isCut || b.isCut };
}

function splitLines(text: string): { readonly lines: string[]; readonly isCut: boolean } {
  const all = text
    .slice(0, maxLength)
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  return { lines: all.slice(0, maxLines), isCut: text.length > maxLength || all.length > maxLines };
}

function toEqualRow(line: string): DiffRow {
  const parts = [{ text: line, isChanged: false }];
  return { first: parts, second: parts };
}

/** Puts changed lines beside each other in their order. The longer list continues alone. */
function pairLines(removed: readonly string[], added: readonly string[]): readonly DiffRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => {
    const [first, second] = [removed[at], added[at]];
    if (first === undefined || second === undefined) return { first: toChanged(first), second: toChanged(second) };
    return diffLines(first, second);
  });
}

function toChanged(line: string | undefined): readonly DiffPart[] | null {
  return line === undefined ? null : [{ text: line, isChanged: true }];
}

function diffLines(first: string, second: string): DiffRow {
  const changes = diffArrays(splitWords(first), splitWords(second), { maxEditLength: maxChangedWords });
  if (!changes) return { first: toChanged(first), second: toChanged(second) };
  const partsWithout = (other: 'added' | 'removed'): readonly DiffPart[] =>
    changes
      .filter((change) => !change[other])
      .map(({ value, added, removed }) => ({ text: value.join(''), isChanged: added || removed }));
  return { first: partsWithout('added'), second: partsWithout('removed') };
}

function splitWords(line: string): string[] {
  return Array.from(words.segment(line), ({ segment }) => segment);
}
