import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/** The first `maxBytes` of a file, or all of a shorter one; the rest is not read. */
export function readStart(path: string, maxBytes: number): Promise<Uint8Array> {
  return buffer(createReadStream(path, { end: maxBytes - 1 }));
}
