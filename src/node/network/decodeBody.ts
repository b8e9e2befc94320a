import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

/** Receives the bytes of a body. Both methods return a promise if more bytes, or the end, have to wait for it. */
export interface Body {
  data(chunk: Buffer): Promise<void> | undefined;
  end(): Promise<void> | undefined;
}

/** Returns what undoes a coding, by the first byte of the body. Null if the body is not coded, whatever its head says. */
type CreateDecoder = (first: number | undefined) => Transform | null;

/** More than 8 MiB of memory is not allowed for this coding (RFC 9659). */
const zstdOptions = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } };

const gunzip: CreateDecoder = (first) => (first === 0x1f ? zlib.createGunzip() : null);

/** Any other coding says nothing about the bytes: object stores repeat what an upload said. */
const decoders: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ['gzip', gunzip],
  // The same (RFC 9110 8.4.1.3).
  ['x-gzip', gunzip],
  // Some servers leave out the wrapper of zlib, whose first byte ends in 8.
  ['deflate', (first = 0) => (first % 16 === 8 ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ['zstd', (first) => (first === 0x28 ? zlib.createZstdDecompress(zstdOptions) : null)],
]);

/** Which codings are undone: also one that has no name, because nothing asked for a compressed file, or none at all. */
export type Decoding = 'also-unnamed' | 'none';

/** Lists what undoes the codings of a body, in the order in which they were applied. No honest server applies three. */
export function findDecoders(headers: IncomingHttpHeaders, decoding?: Decoding): readonly CreateDecoder[] {
  if (decoding === 'none') return [];
  const names = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  const named = names.flatMap((name) => decoders.get(name.trim()) ?? []).slice(-2);
  return named.length === 0 && decoding ? [gunzip] : named;
}

/** `{`: no coding of media begins with it, so a body of JSON is not coded, whatever its head says. */
const jsonStart = 0x7b;

/** A body that decodes to less than half of its bytes and these does nothing except take time. */
const maxEmptyBytes = 1024 * 1024;

/** Undoes one coding piece by piece, so that `next` can end a body that grows beyond its limit. */
export function decodeBody(next: Body, createDecoder: CreateDecoder): Body {
  let decoder: Transform | null | undefined;
  let flow: Promise<void> | undefined;
  let fail: (error: unknown) => void = () => undefined;
  let [codedBytes, decodedBytes] = [0, 0];
  const begin = (first: number | undefined): Transform | null => {
    const created = first === jsonStart ? null : createDecoder(first);
    if (!created) return null;
    flow = pipeline(created, async (decoded: AsyncIterable<Buffer>) => {
      for await (const chunk of decoded) {
        decodedBytes += chunk.length;
        await next.data(chunk);
      }
    });
    flow.catch((error: unknown) => fail(error));
    // Bytes after the end of the coding have no meaning.
    return created.on('error', () => undefined);
  };
  return {
    data(chunk) {
      decoder = decoder === undefined ? begin(chunk[0]) : decoder;
      if (!decoder || !flow) return next.data(chunk);
      if (decoder.destroyed) return flow;
      codedBytes += chunk.length;
      if (codedBytes > 2 * decodedBytes + maxEmptyBytes) throw new Error('The response is compressed without content');
      return new Promise((resolve, reject) => {
        fail = reject;
        decoder?.write(chunk, () => resolve());
      });
    },
    end() {
      decoder?.end();
      return flow ? flow.then(() => next.end()) : next.end();
    },
  };
}

/** Whether whole bytes are not in the coding that their head names. */
export function isDecodingError(error: Error): boolean {
  return 'code' in error && /^(?:Z_DATA_ERROR$|ERR_+(?:BROTLI_|ERROR_)|ZSTD_)/.test(String(error.code));
}
