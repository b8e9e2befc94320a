import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Clock } from '../../src/core/support/clock.ts';
import { stringifyJson } from '../../src/core/support/json/json.ts';
import { createEngine, type Engine } from '../../src/engine/index.ts';
import { systemClock } from '../../src/node/systemClock.ts';
import { engineSettings } from '../fakes/tasks/engineSettings.ts';
import { buildRequest } from '../fakes/planning/requests.ts';
import { call } from './bareCall.ts';
import { median, type Figure } from './figure.ts';
import { startBenchServer } from './startBenchServer.ts';

const rounds = 3;
const request = buildRequest();

/**
 * Compares the engine, from submit to saved, with a script that makes the same POST, GET, download and write. The script
 * waits as long in between, and keeps no record.
 */
export async function measureSubmit(): Promise<readonly Figure[]> {
  const server = await startBenchServer();
  const folder = await mkdtemp(join(tmpdir(), 'genwright-bench-'));
  const clock = createCountingClock();
  const engine = createBenchEngine(folder, { url: server.url, clock });
  const agent = new Agent();
  const own: number[] = [];
  const bare: number[] = [];
  const waits: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      clock.waitedMs = 0;
      own.push(await time(() => generate(engine, join(folder, `${round}`))));
      waits.push(clock.waitedMs);
      bare.push(await time(() => runBare(agent, server.url, { file: join(folder, 'bare'), waitMs: clock.waitedMs })));
    }
  } finally {
    engine.dispose();
    await agent.destroy();
    server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return buildFigures(own, bare, waits);
}

function buildFigures(own: readonly number[], bare: readonly number[], waits: readonly number[]): readonly Figure[] {
  const beyond = (times: readonly number[]): number => median(times.map((ms, at) => ms - (waits[at] ?? 0)));
  const bareMs = beyond(bare).toFixed(0);
  return [
    {
      name: 'submit to saved',
      value: median(own) / median(bare),
      unit: '×',
      against: 'bare script with the same poll waits',
      aim: '≤ 1.2',
    },
    {
      name: 'submit to saved without the waits',
      value: beyond(own),
      unit: 'ms',
      against: `journal and fsync included; ${bareMs} ms bare`,
      aim: '',
    },
  ];
}

interface CountingClock extends Clock {
  waitedMs: number;
}

function createCountingClock(): CountingClock {
  const clock: CountingClock = {
    waitedMs: 0,
    now: () => systemClock.now(),
    sleep(durationMs, signal) {
      clock.waitedMs += durationMs;
      return systemClock.sleep(durationMs, signal);
    },
  };
  return clock;
}

function createBenchEngine(folder: string, { url, clock }: { readonly url: string; readonly clock: Clock }): Engine {
  const quiet = (): void => undefined;
  return createEngine({
    storageDir: join(folder, 'storage'),
    version: '0.0.0',
    clock,
    openProfile: async (name) => ({ name, baseUrl: url, isSandbox: false, readKey: async () => 'sk-bench' }),
    settings: () => ({ ...engineSettings, maxDownloadBytes: 1024 ** 3 }),
    log: { info: quiet, warn: quiet, error: quiet },
  });
}

async function generate(engine: Engine, folder: string): Promise<void> {
  await mkdir(folder);
  const jobFile = join(folder, 'hero.gen.yaml');
  const place = { jobFile, boundary: folder, profile: 'studio', concurrency: 1 };
  const [task] = await engine.start({ parts: [{ ...place, requests: [request] }] }).done;
  if (task?.state !== 'saved') throw new Error(`The task is ${task?.state}: ${task?.error?.message}`);
}

async function runBare(
  agent: Dispatcher,
  url: string,
  { file, waitMs }: { readonly file: string; readonly waitMs: number },
): Promise<void> {
  const path = '/v1/images/generations';
  await call(agent, `${url}${path}`, stringifyJson(request.body));
  await sleep(waitMs);
  const answer = JSON.parse((await call(agent, `${url}${path}/t1`)).toString()) as { readonly url: string };
  await writeFile(file, await call(agent, answer.url));
}

async function time(run: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
