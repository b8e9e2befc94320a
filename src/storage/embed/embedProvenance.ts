import { createHash } from 'node:crypto';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPartFile } from '../partFile.ts';
import { planMp3 } from './planMp3.ts';
import { planPng } from './planPng.ts';

/** How a file takes a text: these bytes stand for those from `start` to `end`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: Uint8Array;
}

/** Reads bytes at an offset; fewer than asked for at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

export interface EmbeddedFile {
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** By the type that the bytes have. JPEG, WebP, WAV and video are left as they came. */
const plans: Readonly<Record<string, (read: ReadBytes, text: string) => Promise<Splice | null>>> = {
  'image/png': planPng,
  'audio/mpeg': planMp3,
};

const copyBytes = 1024 * 1024;

/**
 * Writes a text into a file that has no final name yet: a text chunk in PNG, a tag in MP3. Null where the file stays as it
 * is: its format has no place for a text, a signature covers it, it is not built as its format says, or the disk refuses.
 * What was paid for is saved either way. Never rejects.
 */
export async function embedProvenance(path: string, mediaType: string, text: string): Promise<EmbeddedFile | null> {
  const plan = plans[mediaType];
  if (!plan) return null;
  try {
    const source = await open(path, 'r');
    try {
      const splice = await plan(createReader(source), text);
      return splice && (await rewrite(path, source, splice));
    } finally {
      await source.close();
    }
  } catch {
    return null;
  }
}

function createReader(source: FileHandle): ReadBytes {
  return async (offset, length) => {
    const { buffer, bytesRead } = await source.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}

/** Beside the file, then in its place: a crash in between leaves one whole file and a part that is swept up. */
async function rewrite(path: string, source: FileHandle, { start, end, insert }: Splice): Promise<EmbeddedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const part = await createPartFile(dirname(path), 'embed');
  const write = async (chunk: Uint8Array): Promise<void> => {
    hash.update(chunk);
    bytes += chunk.length;
    await part.write(chunk);
  };
  try {
    const { size } = await source.stat();
    const read = createReader(source);
    for await (const chunk of readRange(read, 0, start)) await write(chunk);
    await write(insert);
    for await (const chunk of readRange(read, end, size)) await write(chunk);
    await part.finish();
    await rename(part.path, path);
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await part.discard();
  }
}

async function* readRange(read: ReadBytes, start: number, end: number): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end;) {
    const chunk = await read(offset, Math.min(copyBytes, end - offset));
    if (chunk.length === 0) throw new Error('The file became shorter');
    yield chunk;
    offset += chunk.length;
  }
}
