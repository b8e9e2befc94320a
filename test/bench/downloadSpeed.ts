import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { download } from '../../src/engine.ts';
import { timePair, type Figure } from './figure.ts';

const bytes = 256 * 1024 * 1024;
const rounds = 3;

/** A large result from loopback, hashed and saved, against built-in `fetch` with hash and file. */
export async function measureDownload(): Promise<readonly Figure[]> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': bytes, 'content-type': 'video/mp4' });
    Readable.from(blocks()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let count = 0;
  try {
    const { a, b } = await timePair(
      rounds,
      async () => {
        delay.enable();
        await download(url, join(folder, `own-${(count += 1)}`), { baseUrl: url });
        delay.disable();
      },
      () => fetchToFile(url, join(folder, 'fetch')),
    );
    return [
      { name: 'download of 256 MB', value: a / b, unit: '×', against: 'time of fetch + hash + file', aim: '≤ 1' },
      {
        name: 'loop delay p99 meanwhile',
        value: delay.percentile(99) / 1e6,
        unit: 'ms',
        against: 'server in the same process',
        aim: '< 50',
      },
    ];
  } finally {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  }
}

function* blocks(): Generator<Buffer> {
  const block = Buffer.alloc(64 * 1024, 7);
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}

async function fetchToFile(url: string, file: string): Promise<string> {
  const hash = createHash('sha256');
  const response = await fetch(url);
  const chunks = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
  if (!response.body) throw new Error('No body');
  await pipeline(response.body, chunks, createWriteStream(file));
  return hash.digest('hex');
}
