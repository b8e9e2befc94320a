import type { Mark } from '../../core/artifact/marks.ts';
import { noMark } from '../../core/artifact/marks.ts';
import { listWords, type SearchTerm } from '../../core/artifact/search/parseSearch.ts';
import { isInRange, matchesMark, type SearchFacts } from '../../core/artifact/search/searchFacts.ts';
import type { FoundLines, Line } from './scanLines.ts';

/**
 * An index of some lines of a runs file: what a search compares, by row. Each record is a row. Arrays instead of
 * objects, because a million rows of objects need too much memory, and because a thread passes arrays on without a copy.
 */
export interface RunsSegment extends FoundLines {
  /** US dollars, not a number if unknown. */
  readonly amounts: Float64Array<ArrayBuffer>;
  /** A line for each word, with a line feed before the first one: its kind, then the word. */
  readonly words: string;
  /** Offset of each word in `words`. */
  readonly wordStarts: Uint32Array<ArrayBuffer>;
  /** Index of the first row of each word in `wordRows`; then the length of `wordRows`. */
  readonly rowStarts: Uint32Array<ArrayBuffer>;
  /** The rows of each word. */
  readonly wordRows: Uint16Array<ArrayBuffer>;
  /** The start of the SHA-256 of each artifact, see `hashKey`, and the row of the artifact. */
  readonly artifactKeys: Uint32Array<ArrayBuffer>;
  readonly artifactRows: Uint16Array<ArrayBuffer>;
}

/** The number of rows that `wordRows` can name. */
export const maxRows = 1 << 16;

/** The kind of a word: part of the text, or the whole value of a field. */
const kinds = { word: 't', model: 'm', job: 'j', seed: 's', status: 'u' } as const;

/** Builds the index of at most `maxRows` records. */
export function buildSegment(records: Iterable<readonly [Line, SearchFacts]>): RunsSegment {
  const texts: Texts = { word: new Map(), model: new Map(), job: new Map(), seed: new Map(), status: new Map() };
  const [times, amounts]: [number[], number[]] = [[], []];
  const [lineStarts, lineEnds]: [number[], number[]] = [[], []];
  const [artifactKeys, artifactRows]: [number[], number[]] = [[], []];
  for (const [line, facts] of records) {
    const row = times.length;
    times.push(facts.time);
    amounts.push(facts.amountUsd ?? Number.NaN);
    lineStarts.push(line.start);
    lineEnds.push(line.end);
    for (const word of listWords(facts.text)) addRow(texts.word, word, row);
    for (const field of ['model', 'job', 'seed', 'status'] as const) addRow(texts[field], facts[field], row);
    for (const sha256 of facts.artifacts) {
      artifactKeys.push(hashKey(sha256));
      artifactRows.push(row);
    }
  }
  return {
    times: Float64Array.from(times),
    amounts: Float64Array.from(amounts),
    lineStarts: Float64Array.from(lineStarts),
    lineEnds: Float64Array.from(lineEnds),
    artifactKeys: Uint32Array.from(artifactKeys),
    artifactRows: Uint16Array.from(artifactRows),
    ...layOut(texts),
  };
}

type RowsOf = Map<string, number[]>;
type Texts = Readonly<Record<keyof typeof kinds, RowsOf>>;

function addRow(rowsOf: RowsOf, text: string, row: number): void {
  const rows = rowsOf.get(text);
  if (!rows) rowsOf.set(text, [row]);
  else if (rows[rows.length - 1] !== row) rows.push(row);
}

function layOut(texts: Texts): Pick<RunsSegment, 'words' | 'wordStarts' | 'rowStarts' | 'wordRows'> {
  const lines: string[] = [];
  const lists: (readonly number[])[] = [];
  for (const field of ['word', 'model', 'job', 'seed', 'status'] as const) {
    for (const [text, rows] of texts[field]) {
      lines.push(kinds[field] + text);
      lists.push(rows);
    }
  }
  // The first word follows a line feed.
  const wordStarts = new Uint32Array(lines.length).fill(1, 0, 1);
  const rowStarts = new Uint32Array(lines.length + 1);
  lines.forEach((line, word) => (wordStarts[word + 1] = (wordStarts[word] ?? 0) + line.length + 1));
  lists.forEach((rows, word) => (rowStarts[word + 1] = (rowStarts[word] ?? 0) + rows.length));
  const wordRows = new Uint16Array(rowStarts.at(-1) ?? 0);
  lists.forEach((rows, word) => wordRows.set(rows, rowStarts[word]));
  return { words: `\n${lines.join('\n')}\n`, wordStarts, rowStarts, wordRows };
}

/** Returns the first 32 bits of a SHA-256. Two artifacts of one job file with the same ones are most unlikely. */
function hashKey(sha256: string): number {
  return Number.parseInt(sha256.slice(0, 8), 16) || 0;
}

/** Returns the rows that have all that a search asks for, ascending. `marks` are those of the job file. */
export function searchSegment(
  segment: RunsSegment,
  terms: readonly SearchTerm[],
  marks: ReadonlyMap<string, Mark>,
): readonly number[] {
  const hits = new Uint8Array(segment.times.length).fill(1);
  for (const term of terms) {
    const found = findRows(segment, term, marks);
    const wanted = term.isNot ? 0 : 1;
    for (let row = 0; row < hits.length; row += 1) if (found[row] !== wanted) hits[row] = 0;
  }
  const rows: number[] = [];
  for (let row = hits.indexOf(1); row >= 0; row = hits.indexOf(1, row + 1)) rows.push(row);
  return rows;
}

/** Returns 1 for each row that has what the term names. */
function findRows(segment: RunsSegment, term: SearchTerm, marks: ReadonlyMap<string, Mark>): Uint8Array {
  const { times, amounts, artifactKeys, artifactRows } = segment;
  const found = new Uint8Array(times.length);
  switch (term.kind) {
    case 'word':
    case 'model':
    case 'job':
      findPart(segment, { kind: kinds[term.kind], text: term.text }, found);
      break;
    case 'seed':
    case 'status':
      findValue(segment, { kind: kinds[term.kind], text: term.text }, found);
      break;
    case 'time':
      times.forEach((time, row) => (found[row] = time >= term.start && time < term.end ? 1 : 0));
      break;
    case 'cost':
      amounts.forEach((amount, row) => (found[row] = isInRange(amount, term.range) ? 1 : 0));
      break;
    default: {
      const byKey = new Map([...marks].map(([sha256, mark]) => [hashKey(sha256), mark]));
      artifactKeys.forEach((key, index) => {
        if (matchesMark(byKey.get(key) ?? noMark, term)) found[artifactRows[index] ?? 0] = 1;
      });
    }
  }
  return found;
}

interface Sought {
  readonly kind: string;
  readonly text: string;
}

/** Sets the rows of each word of a kind that contains the text. */
function findPart(segment: RunsSegment, { kind, text }: Sought, found: Uint8Array): void {
  const { words, wordStarts } = segment;
  for (let at = words.indexOf(text, 1); at >= 0;) {
    const word = findLastStart(wordStarts, at);
    const start = wordStarts[word] ?? 0;
    // The text may begin with the character that is the kind of this word.
    const isKindOnly = start === at;
    if (!isKindOnly && words[start] === kind) setRows(segment, word, found);
    at = words.indexOf(text, isKindOnly ? at + 1 : (wordStarts[word + 1] ?? words.length));
  }
}

/** Sets the rows that have exactly this value. */
function findValue(segment: RunsSegment, { kind, text }: Sought, found: Uint8Array): void {
  const at = segment.words.indexOf(`\n${kind}${text}\n`);
  if (at >= 0) setRows(segment, findLastStart(segment.wordStarts, at + 1), found);
}

function setRows({ rowStarts, wordRows }: RunsSegment, word: number, found: Uint8Array): void {
  const end = rowStarts[word + 1] ?? 0;
  for (let index = rowStarts[word] ?? 0; index < end; index += 1) found[wordRows[index] ?? 0] = 1;
}

/** Returns the index of the last start that is not after the offset. */
function findLastStart(starts: Uint32Array, offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
