// Started by downloadSpeed.ts. Prints the figures as JSON.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
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

/**
 * A large result from loopback, hashed and saved, against built-in `fetch` with hash and file, against `curl`, and against
 * the least that one thread of Node can do for the same.
 */
async function measure(): Promise<readonly Figure[]> {
  const server = await startBenchServer();
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  const url = `${server.url}/bytes/${bytes}`;
  const meter = createMeter();
  const agent = new Agent();
  try {
    const own = join(folder, 'own');
    // Code that is loaded and compiled for the first downloads takes memory, too, which is not that of a large one.
    for (let small = 0; small < 20; small += 1) {
      await engine.download(`${server.url}/bytes/1000`, join(folder, `small-${small}`), { baseUrl: server.url });
    }
    const run = (): Promise<void> =>
      meter.watch(() => engine.download(url, own, { baseUrl: server.url, maxBytes: bytes }));
    const runCurl = (): Promise<unknown> => promisify(execFile)('curl', ['-s', '-o', join(folder, 'curl'), url]);
    const runCurlAndSync = async (): Promise<void> => {
      await runCurl();
      await promisify(execFile)('sync', [join(folder, 'curl')]);
    };
    // Each run begins without files and with a disk that has nothing to do: Genwright never overwrites a file, and a run
    // would pay for the removal of what the run before it has written.
    const cleanUp = async (): Promise<void> => {
      for (const name of await readdir(folder)) await rm(join(folder, name));
      await writeFile(join(folder, 'synced'), 'The disk syncs what came before.', { flush: true });
    };
    // The memory of `fetch` would make each garbage collection longer, and `curl` has a process to itself.
    const curl = await timeAll(rounds, [run, ...((await hasCurl()) ? [runCurl, runCurlAndSync] : [])], cleanUp);
    const fetched = await timeAll(
      rounds,
      [run, () => fetchToFile(url, join(folder, 'fetch')), () => saveBare(agent, url, join(folder, 'bare'))],
      cleanUp,
    );
    return buildFigures({ curl, fetched }, meter);
  } finally {
    await agent.destroy();
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** In each list, the first time is that of Genwright in these rounds. In ms. */
interface Times {
  /** Without the others where there is no `curl`. */
  readonly curl: readonly number[];
  readonly fetched: readonly number[];
}

function buildFigures({ curl, fetched }: Times, meter: Meter): readonly Figure[] {
  const [besideCurlMs = NaN, curlMs, syncedCurlMs = NaN] = curl;
  const [ownMs = NaN, fetchMs = NaN, bareMs = NaN] = fetched;
  const name = `download of ${bytes / mebibyte} MB`;
  return [
    { name, value: ownMs / fetchMs, unit: '×', against: 'time of fetch + hash + file', aim: '≤ 1' },
    ...(curlMs === undefined
      ? []
      : ([
          { name, value: curlMs / besideCurlMs, unit: '×', against: 'speed of curl -o', aim: '≥ 0.6' },
          {
            name: `${name}, durable`,
            value: syncedCurlMs / besideCurlMs,
            unit: '×',
            against: 'speed of curl -o, then sync of the file',
            aim: 'about 1',
          },
          {
            name: `${name} by one thread of Node`,
            value: curlMs / bareMs,
            unit: '×',
            against: 'speed of curl -o',
            aim: 'reported',
          },
        ] as const)),
    { name: 'loop delay p99 meanwhile', value: meter.delayMs(), unit: 'ms', against: 'server elsewhere', aim: '< 50' },
    { name: 'memory meanwhile', value: meter.extraMegabytes(), unit: 'MB', against: 'growth of RSS', aim: '< 100' },
  ];
}

interface Meter {
  watch(run: () => Promise<unknown>): Promise<void>;
  delayMs(): number;
  extraMegabytes(): number;
}

function createMeter(): Meter {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let extraBytes = 0;
  return {
    async watch(run) {
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

/** Writes each chunk while nothing else can run, and waits for the disk, as an artifact does. */
function saveBare(agent: Dispatcher, url: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  const { origin, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData(_controller, chunk) {
        hash.update(chunk);
        writeSync(file, chunk);
      },
      onResponseEnd() {
        fsyncSync(file);
        closeSync(file);
        resolve(hash.digest('hex'));
      },
      onResponseError(_controller, error) {
        closeSync(file);
        reject(error);
      },
    };
    agent.dispatch({ origin, path: pathname, method: 'GET' }, handler);
  });
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
