import { availableParallelism } from 'node:os';
import { jobFileOfRuns } from '../../core/artifact/jobFileName.ts';
import type { Mark } from '../../core/artifact/marks.ts';
import type { SearchTerm } from '../../core/artifact/search/parseSearch.ts';
import type { Clock } from '../../core/support/clock.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import { threadFile } from '../../core/support/threadFile.ts';
import type { Log } from '../../core/task/ports.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { createParserThread } from '../../node/parserThread.ts';
import { createIndexedFiles, type IndexedFiles } from './indexedFiles.ts';
import { readFoundRecords, type FoundRecord, type Hit } from './foundRecords.ts';
import type { RunRunsJob, RunsJob, RunsReply } from './runsJob.ts';
import { findNeedle, type FoundLines } from './scanLines.ts';
import { searchSegment, type RunsSegment } from './runsSegment.ts';

/** A search in runs files. */
export interface RunsSearch {
  /** Absolute paths. */
  readonly runsFiles: readonly string[];
  readonly terms: readonly SearchTerm[];
  /** The most records to return. */
  readonly limit: number;
}

export interface FoundRuns {
  /** Newest first, at most `limit`. */
  readonly records: readonly FoundRecord[];
  /** The number of lines that match. */
  readonly total: number;
}

/** Searches runs files, in separate threads. */
export interface RunsIndex extends Disposable {
  /** Rejects if the signal aborts. A runs file that cannot be read is treated as empty. */
  search(search: RunsSearch, signal: AbortSignal): Promise<FoundRuns>;
  /** Resolves when each file of the last search is indexed. Searches do not wait for that. */
  settled(): Promise<void>;
}

/** More threads would wait for the disk. */
const maxThreads = 4;

interface RunsIndexPorts {
  readonly files: FileSystem;
  /** Returns the marks of the results of a job file, by the SHA-256 of the artifacts. */
  readonly readMarks: (jobFile: string) => Promise<ReadonlyMap<string, Mark>>;
}

interface ThreadPorts {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Creates an index whose threads start with the first search and end when they are idle. */
export function createRunsIndex(ports: RunsIndexPorts & ThreadPorts): RunsIndex {
  const count = Math.min(maxThreads, availableParallelism());
  const threads = Array.from({ length: count }, () =>
    createParserThread<RunsJob, RunsReply>({
      file: () => threadFile(import.meta.url, './runsWorker.ts', './runsSearch.cjs'),
      ...ports,
    }),
  );
  const index = createRunsIndexOn(
    threads.map(({ run }) => run),
    ports,
  );
  return {
    ...index,
    dispose() {
      index.dispose();
      for (const thread of threads) thread.dispose();
    },
  };
}

/**
 * Creates an index on given runners of jobs, each of which does one job at a time. Tests pass runners without threads.
 */
export function createRunsIndexOn(runners: readonly RunRunsJob[], { files, readMarks }: RunsIndexPorts): RunsIndex {
  const indexed = createIndexedFiles(files);
  let indexing = new AbortController();
  let settled: Promise<void> = Promise.resolve();
  const indexAll = (runsFiles: readonly string[]): void => {
    const { signal } = indexing;
    const index = async (path: string, run: RunRunsJob): Promise<void> => {
      for await (const _ of indexed.read(path, run, signal));
    };
    settled = forEach(runsFiles, { runners, signal }, index).catch(() => undefined);
  };
  return {
    async search(search, signal) {
      // The threads belong to the search. What is indexed so far is kept.
      indexing.abort();
      indexing = new AbortController();
      const hits = new Hits(search.limit);
      await forEach(search.runsFiles, { runners, signal }, async (path, run) => {
        for (const found of await searchFile(path, search.terms, { run, indexed, readMarks, signal }))
          hits.add(path, found);
      });
      const records = await readFoundRecords(hits.newest, files);
      signal.throwIfAborted();
      indexAll(search.runsFiles);
      return { records, total: hits.total };
    },
    settled: () => settled,
    dispose: () => indexing.abort(),
  };
}

/** Passes each item to a runner that is free. Rejects if the signal aborts. */
async function forEach<Item>(
  items: readonly Item[],
  { runners, signal }: { readonly runners: readonly RunRunsJob[]; readonly signal: AbortSignal },
  work: (item: Item, run: RunRunsJob) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workThrough = async (run: RunRunsJob): Promise<void> => {
    for (const item of waiting) {
      signal.throwIfAborted();
      await work(item, run);
    }
  };
  await Promise.all(runners.map(workThrough));
  signal.throwIfAborted();
}

/** Lines of a file, of which `rows` match. */
interface FoundRows {
  readonly lines: FoundLines;
  readonly rows: Iterable<number>;
}

interface FileSearch extends Pick<RunsIndexPorts, 'readMarks'> {
  readonly run: RunRunsJob;
  readonly indexed: IndexedFiles;
  readonly signal: AbortSignal;
}

async function searchFile(
  path: string,
  terms: readonly SearchTerm[],
  { run, indexed, readMarks, signal }: FileSearch,
): Promise<readonly FoundRows[]> {
  const needsMarks = terms.some(({ kind }) => kind === 'mark' || kind === 'rating');
  const marks = needsMarks ? await readMarks(jobFileOfRuns(path)) : new Map<string, Mark>();
  const found: FoundRows[] = [];
  const addSegment = (lines: RunsSegment): void => void found.push({ lines, rows: searchSegment(lines, terms, marks) });
  const needle = findNeedle(terms);
  if (needle === null) {
    for await (const segment of indexed.read(path, run, signal)) addSegment(segment);
    return found;
  }
  const { segments, rest } = await indexed.look(path);
  segments.forEach(addSegment);
  for (let { start } = rest; start < rest.end;) {
    signal.throwIfAborted();
    const reply = await run({ kind: 'scan', path, start, end: rest.end, needle, terms, marks });
    if (reply?.kind !== 'scan' || reply.end === start) break;
    found.push({ lines: reply.lines, rows: reply.lines.times.keys() });
    start = reply.end;
  }
  return found;
}

/** Counts lines that match and keeps the newest ones. */
class Hits {
  readonly #limit: number;
  /** Newest first. */
  readonly newest: Hit[] = [];
  total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(path: string, { lines, rows }: FoundRows): void {
    // The last lines of a file are its newest ones, so few of the others have to be kept for a while.
    for (const row of [...rows].toReversed()) {
      this.total += 1;
      const [time, start, end] = [lines.times[row] ?? 0, lines.lineStarts[row] ?? 0, lines.lineEnds[row] ?? 0];
      const oldest = this.newest.at(-1);
      const isFull = this.newest.length === this.#limit;
      if (isFull && oldest && time <= oldest.time) continue;
      if (isFull) this.newest.pop();
      const index = this.newest.findLastIndex((hit) => hit.time >= time) + 1;
      this.newest.splice(index, 0, { path, time, start, end });
    }
  }
}
