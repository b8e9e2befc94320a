import type { OpenFile } from '../../node/files/fileSystem.ts';
import { readRange } from '../../node/files/wholeFile.ts';

/** How a text is inserted into a file: `insert` replaces the bytes from `start` to `end` (exclusive). */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: Uint8Array;
}

/** Reads bytes at an offset; fewer than requested at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>;

export function createByteReader(file: OpenFile): ReadBytes {
  return (offset, length) => readRange(file, offset, offset + length);
}

/** Keyword of the text in a file. */
export const provenanceKey = 'genwright';
