import { fileFlags, type FileSystem, type Stats } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';
import type { RunRunsJob } from './runsJob.ts';
import type { RunsSegment } from './runsSegment.ts';

/** The indexes of runs files, in segments. */
export interface IndexedFiles {
  /** Returns the segments that fit the present content of a file, and the range that no segment covers. */
  look(path: string): Promise<IndexedFile>;
  /** Yields all segments of a file. First indexes the range that no segment covers. Rejects if the signal aborts. */
  read(path: string, run: RunRunsJob, signal: AbortSignal): AsyncGenerator<RunsSegment>;
}

interface IndexedFile {
  readonly segments: readonly RunsSegment[];
  /** Offsets in bytes. */
  readonly rest: { readonly start: number; readonly end: number };
}

/** The index of a range of a file. */
interface Part {
  readonly segment: RunsSegment;
  readonly start: number;
  readonly end: number;
  /** The last bytes of the range. */
  readonly tail: Uint8Array;
}

interface KnownFile {
  readonly identity: string;
  /** Changes with each write. */
  readonly stamp: string;
  readonly size: number;
  readonly parts: Part[];
}

/** Like the runs file itself, an index has only the last part of a larger file. */
const maxFileBytes = 64 * 1024 * 1024;
/** A shorter last part is indexed again with what was appended, so that the parts stay few. */
const minPartBytes = 256 * 1024;
/** The memory that all segments together may need. A file beyond that is indexed for each search again. */
const maxIndexBytes = 384 * 1024 * 1024;

export function createIndexedFiles(files: FileSystem): IndexedFiles {
  const known = new Map<string, KnownFile>();
  let indexBytes = 0;
  const forget = (parts: readonly Part[]): void => {
    for (const { segment } of parts) indexBytes -= countBytes(segment);
  };
  const refresh = async (path: string): Promise<KnownFile | null> => {
    const facts = await files.lstat(path).catch(() => null);
    const before = known.get(path);
    if (!facts?.isFile()) {
      forget(before?.parts ?? []);
      known.delete(path);
      return null;
    }
    const file = describeFile(facts);
    if (before?.stamp === file.stamp && before.identity === file.identity) return before;
    const kept = before?.identity === file.identity && (await hasGrown(path, before, file.size, files));
    const parts = kept ? before.parts.slice(0, before.parts.findLastIndex(isComplete) + 1) : [];
    forget(before?.parts.slice(parts.length) ?? []);
    const now = { ...file, parts };
    known.set(path, now);
    return now;
  };
  const look = async (path: string): Promise<IndexedFile> => {
    const file = await refresh(path);
    return file ? { segments: file.parts.map(({ segment }) => segment), rest: restOf(file) } : nothing;
  };
  return {
    look,
    async *read(path, run, signal) {
      const file = await refresh(path);
      if (!file) return;
      for (const { segment } of file.parts) yield segment;
      const { start: first, end } = restOf(file);
      for (let start = first; start < end;) {
        signal.throwIfAborted();
        const reply = await run({ kind: 'index', path, start, end });
        if (reply?.kind !== 'index' || reply.end === start) return;
        const { segment } = reply;
        const bytes = countBytes(segment);
        // A later part has no use without the ones before.
        const isNext = (file.parts.at(-1)?.end ?? start) === start && known.get(path) === file;
        if (isNext && indexBytes + bytes <= maxIndexBytes) {
          indexBytes += bytes;
          file.parts.push({ segment, start, end: reply.end, tail: reply.tail });
        }
        start = reply.end;
        yield segment;
      }
    },
  };
}

const nothing: IndexedFile = { segments: [], rest: { start: 0, end: 0 } };

function describeFile({ dev, ino, size, mtimeMs, ctimeMs }: Stats): Omit<KnownFile, 'parts'> {
  return { identity: `${dev} ${ino}`, stamp: `${size} ${mtimeMs} ${ctimeMs}`, size };
}

function restOf({ parts, size }: KnownFile): IndexedFile['rest'] {
  return { start: parts.at(-1)?.end ?? Math.max(0, size - maxFileBytes), end: size };
}

/** Whether a file of this size still begins with what is indexed. */
async function hasGrown(path: string, { parts }: KnownFile, size: number, files: FileSystem): Promise<boolean> {
  const last = parts.at(-1);
  if (!last || size <= last.end) return false;
  const read = openRegularFile(path, fileFlags.O_RDONLY, files).then((file) =>
    withFile(file, () => readRange(file, last.end - last.tail.length, last.end)),
  );
  return read.then(
    (bytes) => bytes.equals(last.tail),
    () => false,
  );
}

/** Whether lines that follow the part need not be indexed together with it. */
function isComplete({ start, end, tail }: Part): boolean {
  return end - start >= minPartBytes && tail.at(-1) === lineFeed;
}

const lineFeed = 0x0a;

function countBytes(segment: RunsSegment): number {
  return Object.values(segment).reduce(
    (sum, each) => sum + (typeof each === 'string' ? each.length : each.byteLength),
    0,
  );
}
