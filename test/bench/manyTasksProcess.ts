// The engine in a separate process, with as many tasks at once as it is told. Prints what that took. Runs the built
// part, as users do: the sources would be stripped of their types in this process, which takes memory.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { createEngine } from '../../src/engine/index.ts';
import { engineSettings } from '../fakes/tasks/engineSettings.ts';
import { buildRequest } from '../fakes/planning/requests.ts';
import { rootDir } from '../hosts/paths.ts';

/** The argument, as JSON. */
interface Order {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  readonly tasks: number;
}

/** What is printed, as JSON. */
export interface ManyTasksCost {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The most memory that was in use: heap and buffers, a part of which is garbage that was not collected yet. */
  readonly peakBytes: number;
  readonly loopP99Ms: number;
  readonly requests: number;
  readonly saved: number;
}

const built = createRequire(import.meta.url)(join(rootDir, 'dist/engine.cjs')) as { createEngine: typeof createEngine };
const { url, key, folder, tasks } = JSON.parse(process.argv[2] ?? '') as Order;
let requests = 0;
const countCall = (line: string): void => void (requests += /^(GET|POST) \//.test(line) ? 1 : 0);
const engine = built.createEngine({
  storageDir: join(folder, 'storage'),
  version: '0.0.0',
  openProfile: async (name) => ({ name, baseUrl: url, isSandbox: true, readKey: async () => key }),
  settings: () => ({ ...engineSettings, maxDownloadBytes: 1024 ** 3 }),
  log: { info: countCall, warn: countCall, error: countCall },
});
// Asks for the list at each change, like a view that draws a row.
engine.onDidChangeTask(() => void engine.tasks().length);

const requestOf = (at: number) => {
  // The pictures are small, because the work of the sandbox is not measured.
  const body = { model: 'gpt-image-2', prompt: 'A cat', size: '256x256', quality: 'low' };
  return buildRequest({ index: at + 1, model: 'gpt-image-2', body, recordBody: body });
};
const readUsed = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
global.gc?.();
const before = readUsed();
let peak = before;
const look = setInterval(() => void (peak = Math.max(peak, readUsed())), 50);
const delay = monitorEventLoopDelay({ resolution: 1 });
const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
delay.enable();
const place = { jobFile: join(folder, 'many.gen.yaml'), boundary: folder, profile: 'sandbox', concurrency: tasks };
const planned = Array.from({ length: tasks }, (_, at) => requestOf(at));
const ended = await engine.start({ parts: [{ ...place, requests: planned }] }).done;
delay.disable();
clearInterval(look);
const { user, system } = process.cpuUsage(cpu);
const cost: ManyTasksCost = {
  cpuMs: (user + system) / 1_000,
  wallMs: performance.now() - startedAt,
  peakBytes: peak - before,
  loopP99Ms: delay.percentile(99) / 1e6,
  requests,
  saved: ended.filter(({ state }) => state === 'saved').length,
};
engine.dispose();
process.stdout.write(`${JSON.stringify(cost)}\n`);
