// Started by downloadSpeed.ts. Prints the figures as JSON.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { download } from '../../src/engine/index.ts';
import { rootDir } from '../hosts/paths.ts';
import { timeAll, type Figure } from './figure.ts';
import { startBenchServer } from './startBenchServer.ts';

const mebibyte = 1024 ** 2;
/** `GENWRIGHT_BENCH_MB` makes it quicker, or longer. */
const bytes = Number(process.env['GENWRIGHT_BENCH_MB'] ?? 1024) * mebibyte;
const rounds = 5;

/** What users run. The sources would be stripped of their types in this process, which takes memory. */
const engine = createRequire(import.meta.url)(join(rootDir, 'dist/engine.cjs')) as { download: typeof download };

/** A large result from loopback, hashed and saved, against built-in `fetch` with hash and file, and against `curl`. */
async function measure(): Promise<readonly Figure[]> {
  const server = await startBenchServer();
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  const url = `${server.url}/bytes/${bytes}`;
  const meter = createMeter();
  try {
    const own = join(folder, 'own');
    // Code that is loaded and compiled for the first downloads takes memory, too, which is not that of a large one.
    for (let small = 0; small < 20; small += 1) {
      await engine.download(`${server.url}/bytes/1000`, join(folder, `small-${small}`), { baseUrl: server.url });
    }
    const run = (): Promise<void> =>
      meter.watch(() => engine.download(url, own, { baseUrl: server.url, maxBytes: bytes }));
    const runCurl = (): Promise<unknown> => promisify(execFile)('curl', ['-s', '-o', join(folder, 'curl'), url]);
    // Each run begins without files and with a disk that has nothing to do: Genwright never overwrites a file, and a run
    // would pay for the removal of what the run before it has written.
    const cleanUp = async (): Promise<void> => {
      for (const name of await readdir(folder)) await rm(join(folder, name));
      await writeFile(join(folder, 'synced'), 'The disk syncs what came before.', { flush: true });
    };
    // The memory of `fetch` would make each garbage collection longer, and `curl` has a process to itself.
    const [besideCurlMs = NaN, curlMs = NaN] = (await hasCurl()) ? await timeAll(rounds, [run, runCurl], cleanUp) : [];
    const [ownMs = NaN, fetchMs = NaN] = await timeAll(
      rounds,
      [run, () => fetchToFile(url, join(folder, 'fetch'))],
      cleanUp,
    );
    const name = `download of ${bytes / mebibyte} MB`;
    const figures: readonly Figure[] = [
      { name, value: ownMs / fetchMs, unit: '×', against: 'time of fetch + hash + file', aim: '≤ 1' },
      { name, value: curlMs / besideCurlMs, unit: '×', against: 'speed of curl -o, if there is one', aim: '≥ 0.6' },
      {
        name: 'loop delay p99 meanwhile',
        value: meter.delayMs(),
        unit: 'ms',
        against: 'server elsewhere',
        aim: '< 50',
      },
      { name: 'memory meanwhile', value: meter.extraMegabytes(), unit: 'MB', against: 'growth of RSS', aim: '< 100' },
    ];
    return figures.filter(({ value }) => !Number.isNaN(value));
  } finally {
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function createMeter() {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let extraBytes = 0;
  return {
    async watch(run: () => Promise<unknown>): Promise<void> {
      const before = process.memoryUsage.rss();
      const look = (): void => void (extraBytes = Math.max(extraBytes, process.memoryUsage.rss() - before));
      const timer = setInterval(look, 20);
      delay.enable();
      await run();
      delay.disable();
      clearInterval(timer);
    },
    delayMs: () => delay.percentile(99) / 1e6,
    extraMegabytes: () => extraBytes / mebibyte,
  };
}

async function hasCurl(): Promise<boolean> {
  return promisify(execFile)('curl', ['--version']).then(
    () => true,
    () => false,
  );
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

process.stdout.write(JSON.stringify(await measure()));
