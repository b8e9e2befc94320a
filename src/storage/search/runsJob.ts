import { fileFlags, nodeFileSystem } from '../../node/files/fileSystem.ts';
import { openRegularFile } from '../../node/files/regularFile.ts';
import { readRange, withFile } from '../../node/files/wholeFile.ts';
import { parseRecords, scanLines, type FoundLines, type ScanQuery } from './scanLines.ts';
import { buildSegment, maxRows, type RunsSegment } from './runsSegment.ts';

/** A part of a runs file to read, in bytes. */
interface RunsRange {
  /** Absolute path. */
  readonly path: string;
  readonly start: number;
  /** The size of the file when the range was chosen. */
  readonly end: number;
}

/** Work for a thread: to search a range or to index it. */
export type RunsJob = RunsRange & ((ScanQuery & { readonly kind: 'scan' }) | { readonly kind: 'index' });

/** What a job read, up to `end`. That may be before the end of the range, which then needs another job. */
export type RunsReply =
  | { readonly kind: 'scan'; readonly end: number; readonly lines: FoundLines }
  /** `tail` has the last bytes, which show later whether the file has only grown. */
  | { readonly kind: 'index'; readonly end: number; readonly segment: RunsSegment; readonly tail: Uint8Array };

/** Runs a job. Null if that failed. */
export type RunRunsJob = (job: RunsJob) => Promise<RunsReply | null>;

/** A job reads no more than this, so that a thread needs little memory. */
const maxChunkBytes = 16 * 1024 * 1024;
const tailBytes = 1024;
const lineFeed = 0x0a;

/** Returns null if the file cannot be read or is not a regular file. Runs files come from anyone. */
export async function runRunsJob(job: RunsJob): Promise<RunsReply | null> {
  try {
    return await withFile(await openRegularFile(job.path, fileFlags.O_RDONLY, nodeFileSystem), async (file) => {
      const chunk = await readRange(file, job.start, Math.min(job.end, job.start + maxChunkBytes));
      const bytes = chunk.subarray(0, findEnd(chunk, job.start + chunk.length < job.end));
      const end = job.start + bytes.length;
      if (job.kind === 'scan') return { kind: 'scan', lines: scanLines(bytes, job.start, job), end };
      const segment = buildSegment(parseRecords(bytes, job.start));
      return { kind: 'index', segment, end, tail: Uint8Array.from(bytes.subarray(-tailBytes)) };
    });
  } catch {
    return null;
  }
}

/** Returns the length of the whole lines in a chunk, at most `maxRows`. `isCut`: the file continues after the chunk. */
function findEnd(chunk: Buffer, isCut: boolean): number {
  let end = 0;
  for (let lines = 0; lines < maxRows; lines += 1) {
    const feed = chunk.indexOf(lineFeed, end);
    // Genwright writes no line as long as a chunk, so such a line is passed over in parts.
    if (feed < 0) return isCut && end > 0 ? end : chunk.length;
    end = feed + 1;
  }
  return end;
}
