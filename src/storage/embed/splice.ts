import type { FileHandle } from 'node:fs/promises';

/** How a file takes a text: `insert` replaces the bytes from `start` to `end` (exclusive). */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: Uint8Array;
}

/** Reads bytes at an offset; fewer than requested at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

export function createByteReader(file: FileHandle): ReadBytes {
  return async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}
