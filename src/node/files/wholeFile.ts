import { createHash } from 'node:crypto';
import type { FileSystem, OpenFile } from './fileSystem.ts';

const chunkBytes = 1024 * 1024;

/**
 * Returns the bytes from `start` to `end`, or fewer if the file ends before. One `read` may return only a part of them.
 */
export async function readRange(file: OpenFile, start: number, end: number): Promise<Buffer> {
  // Only what was read is returned.
  const bytes = Buffer.allocUnsafe(end - start);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/**
 * Yields the bytes from `start` to `end`, or up to the end that the file has when the loop gets there: what is appended
 * meanwhile is included.
 */
export async function* readChunks(file: OpenFile, start = 0, end = Infinity): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const chunk = await readRange(file, at, Math.min(end, at + chunkBytes));
    if (chunk.length > 0) yield chunk;
    if (chunk.length < chunkBytes) return;
    at += chunk.length;
  }
}

export async function readWhole(file: OpenFile): Promise<Buffer> {
  return readRange(file, 0, (await file.stat()).size);
}

export async function readFile(path: string, files: FileSystem): Promise<Buffer> {
  return withFile(await files.open(path, 'r'), readWhole);
}

/**
 * Writes all bytes at `position`, or at the current offset if it is null. One `write` may write only a part of them.
 */
export async function writeWhole(file: OpenFile, bytes: Uint8Array, position: number | null = null): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const at = position === null ? null : position + written;
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at);
    if (bytesWritten === 0) throw new Error(`Only ${written} of ${bytes.length} bytes were written`);
    written += bytesWritten;
  }
}

/** Writes all bytes of the chunks at `position`. One `writev` may write only a part of them. */
export async function writeChunks(file: OpenFile, chunks: readonly Uint8Array[], position: number): Promise<void> {
  let at = position;
  for (let left = skipBytes(chunks, 0); left.length > 0;) {
    const { bytesWritten } = await file.writev(left, at);
    if (bytesWritten === 0) throw new Error(`No more than ${at - position} bytes were written`);
    at += bytesWritten;
    left = skipBytes(left, bytesWritten);
  }
}

/** Returns what follows the first bytes of the chunks, without empty chunks. */
function skipBytes(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let left = bytes;
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    return skipped < chunk.length ? [chunk.subarray(skipped)] : [];
  });
}

/** Closes the file after `use`, even if that rejects. */
export async function withFile<T>(file: OpenFile, use: (file: OpenFile) => Promise<T>): Promise<T> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

interface DraftOptions {
  readonly files: FileSystem;
  /** Path of the draft, which must not exist. Default: `<path>.<random>.part`. */
  readonly draft?: string;
  /** Whether the bytes are on disk before the file gets its name. Default: true. */
  readonly isDurable?: boolean;
}

/**
 * Writes a file that only this user can read. It gets its name when all of it is written, so that a reader sees the
 * whole file, or what was there before, even if the process ends in between.
 */
export async function writeByDraft(
  path: string,
  bytes: Uint8Array,
  { files, draft = `${path}.${files.createSuffix(6)}.part`, isDurable = true }: DraftOptions,
): Promise<void> {
  try {
    await withFile(await files.open(draft, 'wx', 0o600), async (file) => {
      await writeWhole(file, bytes);
      if (isDurable) await file.sync();
    });
    await files.rename(draft, path);
  } catch (error) {
    await files.unlink(draft).catch(() => undefined);
    throw error;
  }
}

/** Returns the SHA-256 of a file as 64 hex digits. */
export async function hashFile(path: string, files: FileSystem): Promise<string> {
  return withFile(await files.open(path, 'r'), hashOpenFile);
}

/** Like `hashFile`, from the start of an open file. */
export async function hashOpenFile(file: OpenFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readChunks(file)) hash.update(chunk);
  return hash.digest('hex');
}
