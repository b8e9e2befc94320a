import type { Mark } from '../core/artifact/marks.ts';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import type { SearchTerm } from '../core/artifact/search/parseSearch.ts';
import { findNeedle, mapRecordFacts, matchesTerms } from '../core/artifact/search/searchFacts.ts';
import { createPauses } from '../node/systemClock.ts';

/** A search in the runs files of job files. */
export interface RunsSearch {
  /** Absolute paths. */
  readonly jobFiles: readonly string[];
  readonly terms: readonly SearchTerm[];
  /** The most records to return. */
  readonly limit: number;
}

export interface FoundRuns {
  /** Newest first, at most `limit`. Of several records of one task, only the newest. */
  readonly records: readonly { readonly jobFile: string; readonly record: RunsRecord }[];
  /** The number of lines that match. */
  readonly total: number;
}

interface SearchPorts {
  readonly read: (jobFile: string) => Promise<readonly RunsRecord[]>;
  /** Returns only the records whose lines contain the needle, and keeps none of them in memory. */
  readonly scan: (jobFile: string, needle: string) => Promise<readonly RunsRecord[]>;
  readonly readMarks: (jobFile: string) => Promise<ReadonlyMap<string, Mark>>;
}

type Found = FoundRuns['records'][number] & { readonly time: number };

/** Compares paths as people count: `d9` is before `d10`. */
const { compare: comparePaths } = new Intl.Collator(undefined, { numeric: true });

/** The newest first, and those of one moment in the order of their job files. */
const compareFound = (one: Found, other: Found): number =>
  other.time - one.time || comparePaths(one.jobFile, other.jobFile);

/** The number of files that are read at the same time. */
const maxFiles = 4;

/** Rejects if the signal aborts. A runs file that cannot be read is treated as empty. */
export async function searchRuns(
  { jobFiles, terms, limit }: RunsSearch,
  { read, scan, readMarks }: SearchPorts,
  signal: AbortSignal,
): Promise<FoundRuns> {
  const needle = findNeedle(terms);
  const needsMarks = terms.some(({ kind }) => kind === 'mark' || kind === 'rating');
  const waiting = jobFiles.values();
  const pause = createPauses();
  let newest: readonly Found[] = [];
  let total = 0;
  const searchNext = async (): Promise<void> => {
    for (const jobFile of waiting) {
      const marks = needsMarks ? await readMarks(jobFile) : new Map<string, Mark>();
      const records = await (needle === null ? read(jobFile) : scan(jobFile, needle)).catch(() => []);
      const found: Found[] = [];
      for (const record of records) {
        const facts = mapRecordFacts(record, marks);
        if (matchesTerms(facts, terms)) found.push({ jobFile, record, time: facts.time });
        await pause();
      }
      signal.throwIfAborted();
      total += found.length;
      newest = [...newest, ...found.toReversed()].toSorted(compareFound).slice(0, limit);
    }
  };
  await Promise.all(Array.from({ length: maxFiles }, searchNext));
  return { records: withoutEarlier(newest), total };
}

function withoutEarlier(newestFirst: readonly Found[]): FoundRuns['records'] {
  const tasks = new Set<string>();
  return newestFirst.filter(({ jobFile, record: { task_id: id } }) => {
    const task = `${jobFile} ${id ?? ''}`;
    const isFirst = id === null || !tasks.has(task);
    tasks.add(task);
    return isFirst;
  });
}
