import { dirname, basename } from 'node:path';
import { checkConfined } from '../node/files/confine.ts';
import { fileFlags, type FileSystem, type OpenFile } from '../node/files/fileSystem.ts';
import { syncFolder } from '../node/files/folder.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { placeFile } from '../node/partFiles/placeFile.ts';
import { NotARegularFileError, openRegularFile } from '../node/files/regularFile.ts';
import { ifMissing, isMissing, systemCode } from '../node/files/systemCode.ts';
import { readRange, withFile } from '../node/files/wholeFile.ts';
import { createPauses } from '../node/systemClock.ts';

interface LineFileOptions<T> extends PartPorts {
  /** Returns null for a line of another kind. */
  readonly parse: (line: string) => T | null;
  readonly maxBytes?: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;
/** Genwright does not write longer lines. */
const maxLineBytes = 8 * 1024 * 1024;
/** Number of bytes before the end of the known part that are compared to see whether the file has only grown. */
const tailBytes = 1024;
/** Number of bytes of which the lines are remembered. The records of runs files need half as much again. */
const maxKnownBytes = 128 * 1024 * 1024;

/** What was read of a file, up to its last line feed. */
interface KnownLines<T> {
  readonly identity: string;
  /** Changes with each write. */
  readonly stamp: string;
  /** Offset in bytes after the last line feed. */
  readonly end: number;
  /** The bytes before `end`. */
  readonly tail: Buffer;
  /** How many bytes have these lines. */
  readonly bytes: number;
  readonly lines: readonly T[];
  /** `lines` and the last line, if that has no line feed and can be parsed anyway. */
  readonly all: readonly T[];
}

/**
 * Files of lines next to job files. Genwright only appends to them, while users and tools edit and merge them. They
 * come with a repository, so they are not trusted: only regular files are read and written, and only up to a size.
 */
export function createLineFile<T>(options: LineFileOptions<T>) {
  const { parse, files, processes, maxBytes = defaultMaxBytes } = options;
  const known = new Map<string, KnownLines<T>>();
  const queues = new Map<string, Promise<void>>();
  /** Paths of files whose names are synced, so that they survive a power failure. */
  const named = new Set<string>();
  /** Runs work on a path sequentially, so that the lines of this process are in the order of the calls. */
  const enqueue = (paths: readonly string[], work: () => Promise<void>): Promise<void> => {
    const before = Promise.allSettled(paths.flatMap((path) => queues.get(path) ?? []));
    const done = before.then(work);
    for (const path of paths) queues.set(path, done);
    return done;
  };
  let knownBytes = 0;
  const forget = (path: string): void => {
    knownBytes -= known.get(path)?.bytes ?? 0;
    known.delete(path);
  };
  const remember = (path: string, lines: KnownLines<T>): void => {
    forget(path);
    known.set(path, lines);
    knownBytes += lines.bytes;
    for (const oldest of known.keys()) if (knownBytes > maxKnownBytes && oldest !== path) forget(oldest);
  };
  const syncName = async (path: string): Promise<void> => {
    if (named.has(path)) return;
    await syncFolder(dirname(path), files);
    named.add(path);
  };
  const appendNow = async (path: string, line: string, boundary: string): Promise<void> => {
    await appendLine(path, line, { boundary, files });
    await syncName(path);
  };
  return {
    /**
     * Appends a line durably, after the present content. Rejects when the file cannot be written, is not a regular file
     * or is in a folder outside `boundary`. Both paths are absolute.
     */
    append: (path: string, line: string, boundary: string) => enqueue([path], () => appendNow(path, line, boundary)),
    /** Renames a file after all earlier appends to either name and before all later ones. See `moveFile`. */
    move: (from: string, to: string, boundary: string) =>
      enqueue([from, to], () => moveFile(from, to, { boundary, files, processes })),
    /**
     * Makes the lines durable that were read: a process that wrote them may have ended before its sync. Does nothing for
     * a file that this user may not write. Rejects with the error of the disk.
     */
    async sync(path: string): Promise<void> {
      const handle = await openForSync(path, files);
      if (!handle) return;
      await withFile(handle, () => handle.sync());
      await syncName(path);
    },
    /**
     * Returns the lines that can be parsed, in the order of the file. Empty for a missing file and for anything but a
     * regular file. If the file is larger than the limit, its last part is read. Rejects when the system does not allow
     * reading.
     */
    async read(path: string): Promise<readonly T[]> {
      const handle = await openForReading(path, files);
      if (!handle) return [];
      const lines = await withFile(handle, () => readLines(handle, known.get(path), { parse, maxBytes }));
      remember(path, lines);
      return lines.all;
    },
    /**
     * Like `read`, but only the lines that contain `needle`: ASCII letters and digits, in any case. Nothing is
     * remembered, so that a search of many files needs little memory.
     */
    async scan(path: string, needle: string): Promise<readonly T[]> {
      const handle = await openForReading(path, files);
      if (!handle) return [];
      const pattern = new RegExp(needle, 'i');
      const bytes = await withFile(handle, async () => {
        const { size } = await handle.stat();
        return readRange(handle, Math.max(0, size - maxBytes), size);
      });
      return parseLines(bytes, (line) => (pattern.test(line) ? parse(line) : null), maxLineBytes);
    },
  };
}

async function appendLine(
  path: string,
  line: string,
  { boundary, files }: { readonly boundary: string; readonly files: FileSystem },
): Promise<void> {
  const folder = dirname(path);
  await checkConfined(folder, boundary, files);
  const flags = fileFlags.O_RDWR | fileFlags.O_APPEND | fileFlags.O_CREAT;
  await withFile(await openRegularFile(path, flags, files), async (handle) => {
    const { size } = await handle.stat();
    const last = await readRange(handle, Math.max(0, size - 1), size);
    // A line that a crash has torn is ended with a line feed and never cut off: another process may be writing it now.
    const bytes = Buffer.from(`${size === 0 || last[0] === lineFeed ? '' : '\n'}${line}\n`);
    // The line is written in one call, so that lines of several processes do not mix.
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, null);
    if (bytesWritten < bytes.length) throw new Error(`Only ${bytesWritten} of ${bytes.length} bytes were written`);
    await handle.sync();
  });
}

const lineFeed = 0x0a;
const byteOrderMark = 0xfeff;
const wideMark = Buffer.from([0xff, 0xfe]);

/** Returns null if there are no lines to read. */
async function openForReading(path: string, files: FileSystem): Promise<OpenFile | null> {
  try {
    return await openRegularFile(path, fileFlags.O_RDONLY, files);
  } catch (error) {
    if (isMissing(error) || error instanceof NotARegularFileError) return null;
    throw error;
  }
}

/** Returns null if this user may not write the file. Some systems sync only what may be written. */
async function openForSync(path: string, files: FileSystem): Promise<OpenFile | null> {
  try {
    return await openRegularFile(path, fileFlags.O_RDWR, files);
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}

/** Parses what was appended if the file has only grown, otherwise the whole file. */
async function readLines<T>(
  handle: OpenFile,
  known: KnownLines<T> | undefined,
  { parse, maxBytes }: Required<Pick<LineFileOptions<T>, 'parse' | 'maxBytes'>>,
): Promise<KnownLines<T>> {
  const { dev, ino, size, mtimeMs, ctimeMs } = await handle.stat();
  const identity = `${dev} ${ino}`;
  const stamp = `${size} ${mtimeMs} ${ctimeMs}`;
  const same = known?.identity === identity ? known : undefined;
  if (same?.stamp === stamp) return same;
  const before = same && size > same.end ? await readRange(handle, same.end - same.tail.length, same.end) : null;
  const grown = before && same?.tail.equals(before) ? same : undefined;
  const start = Math.max(grown?.end ?? 0, size - maxBytes);
  const bytes = await readRange(handle, start, size);
  // The limit may be in the middle of a line, whose rest is left out.
  const first = start > (grown?.end ?? 0) ? bytes.indexOf(lineFeed) + 1 : 0;
  const wholeEnd = bytes.lastIndexOf(lineFeed) + 1;
  const added = await parseLines(bytes.subarray(first, wholeEnd), parse, maxLineBytes);
  const lines = grown ? [...grown.lines, ...added] : added;
  const torn = await parseLines(bytes.subarray(Math.max(first, wholeEnd)), parse, maxLineBytes);
  const end = start + wholeEnd;
  const tail = await readRange(handle, Math.max(0, end - tailBytes), end);
  const all = torn.length === 0 ? lines : [...lines, ...torn];
  return { identity, stamp, end, tail, bytes: (grown?.bytes ?? 0) + bytes.length, lines, all };
}

/** Parses each line. Those for which `parse` returns null, or that are too long, are left out. */
export async function parseLines<T>(
  bytes: Buffer,
  parse: (line: string) => T | null,
  maxBytes = Infinity,
): Promise<readonly T[]> {
  // Windows PowerShell writes UTF-16. What was appended since is UTF-8, and follows.
  const isWide = bytes.subarray(0, 2).equals(wideMark);
  const lines: T[] = isWide ? [...(await parseLines(Buffer.from(bytes.toString('utf16le')), parse, maxBytes))] : [];
  const pause = createPauses();
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, start);
    // The last line may have no line feed.
    const end = feed < 0 ? bytes.length : feed;
    const text = end - start > maxBytes ? null : bytes.toString('utf8', start, end);
    // Some editors put a byte order mark before the first line, and a merge may put that line anywhere.
    const parsed = text === null ? null : parse(text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text);
    if (parsed !== null) lines.push(parsed);
    start = end + 1;
    await pause();
  }
  return lines;
}

/**
 * Renames a regular file (both paths are absolute). Does nothing for a missing file. Rejects when the new name is taken
 * or is in a folder outside `boundary`. Never overwrites a file.
 */
export async function moveFile(
  from: string,
  to: string,
  { boundary, ...ports }: PartPorts & { readonly boundary: string },
): Promise<void> {
  const facts = from === to ? null : await ports.files.lstat(from).catch(ifMissing(null));
  if (!facts?.isFile()) return;
  await checkConfined(dirname(to), boundary, ports.files);
  if ((await placeFile(from, to, ports)) === 'taken') throw new Error(`${basename(to)} exists already`);
}
