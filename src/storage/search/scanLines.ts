import type { Mark } from '../../core/artifact/marks.ts';
import type { SearchTerm } from '../../core/artifact/search/parseSearch.ts';
import { matchesSearch, parseSearchFacts, type SearchFacts } from '../../core/artifact/search/searchFacts.ts';

/** Offsets of a line in its file, in bytes, without the line feed. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** Records of a runs file, in the order of the file. */
export interface FoundLines {
  /** Unix ms. */
  readonly times: Float64Array<ArrayBuffer>;
  readonly lineStarts: Float64Array<ArrayBuffer>;
  readonly lineEnds: Float64Array<ArrayBuffer>;
}

const lineFeed = 0x0a;

/** Yields the records in the bytes of a runs file, which begin at the offset `start` of the file. */
export function* parseRecords(bytes: Buffer, start: number): Generator<readonly [Line, SearchFacts]> {
  for (let at = 0; at < bytes.length;) {
    const end = lineEndAfter(bytes, at);
    const facts = parseSearchFacts(bytes.toString('utf8', at, end));
    if (facts) yield [{ start: start + at, end: start + end }, facts];
    at = end + 1;
  }
}

/** What a scan looks for: records that match, among the lines that contain `needle`. */
export interface ScanQuery {
  /** Letters and digits of ASCII, in lower case. */
  readonly needle: string;
  readonly terms: readonly SearchTerm[];
  readonly marks: ReadonlyMap<string, Mark>;
}

/** Finds records without an index. Only lines that contain the needle are parsed. */
export function scanLines(bytes: Buffer, start: number, { needle, terms, marks }: ScanQuery): FoundLines {
  const [times, lineStarts, lineEnds]: [number[], number[], number[]] = [[], [], []];
  // As Latin-1, a character is a byte, and the text needs no decoding.
  const text = bytes.toString('latin1');
  const pattern = new RegExp(needle, 'gi');
  for (let hit = pattern.exec(text); hit; hit = pattern.exec(text)) {
    const lineStart = bytes.lastIndexOf(lineFeed, hit.index) + 1;
    const lineEnd = lineEndAfter(bytes, hit.index);
    const facts = parseSearchFacts(bytes.toString('utf8', lineStart, lineEnd));
    if (facts && matchesSearch(facts, terms, marks)) {
      times.push(facts.time);
      lineStarts.push(start + lineStart);
      lineEnds.push(start + lineEnd);
    }
    pattern.lastIndex = lineEnd + 1;
  }
  return {
    times: Float64Array.from(times),
    lineStarts: Float64Array.from(lineStarts),
    lineEnds: Float64Array.from(lineEnds),
  };
}

function lineEndAfter(bytes: Buffer, offset: number): number {
  const end = bytes.indexOf(lineFeed, offset);
  return end < 0 ? bytes.length : end;
}

/**
 * Returns the longest run of ASCII letters and digits that each matching line contains, as JSON writes it. Null if the
 * search has none. Programs that write ASCII letters as escapes are unknown, so such a line is only found by its index.
 */
export function findNeedle(terms: readonly SearchTerm[]): string | null {
  const texts = terms.flatMap((term) => (!term.isNot && 'text' in term ? [term.text] : []));
  const runs = texts.flatMap((text) => text.match(/[a-z0-9]+/g) ?? []);
  return runs.reduce<string | null>((longest, run) => (run.length > (longest?.length ?? 0) ? run : longest), null);
}
