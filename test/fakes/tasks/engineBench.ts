import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { PlannedRequest } from '../../../src/core/jobFile/request.ts';
import type { OpenProfile } from '../../../src/core/task/gatewayPort.ts';
import type { Task } from '../../../src/core/task/model/task.ts';
import {
  createEngine,
  type NearBudget,
  type Engine,
  type EngineSettings,
  type Run,
  type RunOrder,
  type RunOrderPart,
} from '../../../src/engine/index.ts';
import type { RunParserJob } from '../../../src/engine/parser.ts';
import type { Dispatchers } from '../../../src/node/network/dispatchers.ts';
import { nodeFileSystem, type FileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import type { Processes } from '../../../src/node/processes/processes.ts';
import { withPatience } from '../../support/patience.ts';
import { engineSettings } from './engineSettings.ts';
import { createLeapingClock } from '../clocks/leapingClock.ts';
import { makePng } from '../media/media.ts';
import { parseHere } from '../media/parseHere.ts';
import { buildRequest } from '../planning/requests.ts';
import { startScriptedGateway, type ScriptedGateway } from '../gateway/scriptedGateway.ts';

/** The real engine with real files, against a scripted gateway, on a clock that does not wait. */
export interface EngineBench {
  readonly engine: Engine;
  readonly gateway: ScriptedGateway;
  readonly clock: ReturnType<typeof createLeapingClock>;
  /** Contains `hero.gen.yaml` and what is generated from it. */
  readonly folder: string;
  readonly storageDir: string;
  readonly jobFile: string;
  readonly logLines: string[];
  readonly nearBudgets: readonly NearBudget[];
  /** Job files whose runs file cannot be written, as the user was told. */
  readonly blockedRunsFiles: readonly string[];
  /** Ids of tasks that the journal does not have, as the user was told. */
  readonly unwrittenIds: readonly (string | null)[];
  readonly settings: { -readonly [Key in keyof EngineSettings]: EngineSettings[Key] };
  /** Edits the profile. */
  readonly setBaseUrl: (url: string) => void;
  readonly setKey: (key: string | undefined) => void;
  /** Replaces the headers of the profile. */
  readonly setHeaders: (headers: Pick<OpenProfile, 'headers' | 'idempotencyHeader' | 'readSecret'>) => void;
  /** Sets a function that is awaited whenever a key is read, so before each call. It can hold calls back. */
  readonly setGate: (gate: () => Promise<void>) => void;
  /** Starts a run of one job file. */
  readonly start: (requests?: readonly PlannedRequest[], options?: Partial<RunOrderPart> & RunId) => Run;
  /** Runs one image request to its end. */
  readonly run: (request?: PlannedRequest) => Promise<Task>;
  /** Disposes the engine, and opens another one on the same journal and folder, as after a restart. */
  readonly restart: () => Promise<Engine>;
  /** Opens another engine on the same journal and folder, as another window does. */
  readonly openAnother: (processes?: Processes) => Engine;
  /** Opens another engine on the same folder with its own journal, as another program or a container does. */
  readonly openStorage: (name: string) => Engine;
  /** Resolves with the first task in this state. */
  readonly reached: (state: Task['state'], engine?: Engine) => Promise<Task>;
  readonly files: () => Promise<readonly string[]>;
  readonly journal: () => Promise<string>;
}

type RunId = Pick<RunOrder, 'runId'>;

export const secretKey = 'sk-test-0123456789abcdef';

const accepted = { id: 't1', task_id: 't1', object: 'image', status: 'queued', progress: 0 };

export interface BenchOptions {
  /** Default: the disk. */
  readonly files?: FileSystem;
  readonly parse?: RunParserJob;
  /** The processes of the windows, unless `openAnother` says otherwise. Default: those of the system. */
  readonly processes?: Processes;
  /** Default: the network. */
  readonly dispatchers?: Dispatchers;
  /** Default: a gateway with which all tasks succeed. */
  readonly startGateway?: () => Promise<ScriptedGateway>;
}

export async function createEngineBench(context: TestContext, options: BenchOptions = {}): Promise<EngineBench> {
  const { parse = parseHere, startGateway = startSuccessfulGateway, files = nodeFileSystem, dispatchers } = options;
  const root = await mkdtemp(join(tmpdir(), 'genwright-engine-'));
  const gateway = await startGateway();
  const clock = createLeapingClock();
  const folder = join(root, 'work');
  const storageDir = join(root, 'storage');
  const jobFile = join(folder, 'hero.gen.yaml');
  await mkdir(folder);
  const logLines: string[] = [];
  const nearBudgets: NearBudget[] = [];
  const blockedRunsFiles: string[] = [];
  const unwrittenIds: (string | null)[] = [];
  const settings = { ...engineSettings };
  let baseUrl = gateway.url;
  let key: string | undefined = secretKey;
  let headers: Pick<OpenProfile, 'headers' | 'idempotencyHeader' | 'readSecret'> = {};
  let gate = (): Promise<void> => Promise.resolve();
  const readKey = async (): Promise<string | undefined> => {
    await gate();
    return key;
  };
  const engines: Engine[] = [];
  const create = (processes = options.processes ?? nodeProcesses, storage = storageDir): Engine => {
    const log = (line: string): void => void logLines.push(line);
    const engine = createEngine({
      storageDir: storage,
      version: '1.2.3',
      parse,
      clock,
      files,
      processes,
      ...(dispatchers ? { dispatchers } : {}),
      settings: () => settings,
      log: { info: log, warn: log, error: log },
      onNearBudget: (news) => void nearBudgets.push(news),
      onRunsFileBlocked: ({ jobFile }) => void blockedRunsFiles.push(jobFile),
      onUnwritten: ({ taskId }) => void unwrittenIds.push(taskId),
      openProfile: (name) =>
        Promise.resolve(name === 'unknown' ? null : { name, baseUrl, isSandbox: false, readKey, ...headers }),
    });
    engines.push(engine);
    return engine;
  };
  context.after(async () => {
    for (const engine of engines) engine.dispose();
    await gateway.close();
    // A test may end while the last line of the runs file is being written.
    await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  });
  const engine = create();
  const start: EngineBench['start'] = (requests = [buildRequest()], { runId, ...options } = {}) => {
    const part = { jobFile, boundary: folder, profile: 'studio', requests, concurrency: 4, ...options };
    return engine.start({ ...(runId === undefined ? {} : { runId }), parts: [part] });
  };
  return {
    engine,
    gateway,
    clock,
    folder,
    storageDir,
    jobFile,
    logLines,
    nearBudgets,
    blockedRunsFiles,
    unwrittenIds,
    settings,
    setBaseUrl: (url) => void (baseUrl = url),
    setKey: (value) => void (key = value),
    setHeaders: (value) => void (headers = value),
    setGate: (value) => void (gate = value),
    start,
    async run(request = buildRequest()) {
      const [task] = await start([request]).done;
      if (!task) throw new Error('The run has no task');
      return task;
    },
    openAnother: (processes) => create(processes),
    openStorage: (name) => create(undefined, join(root, name)),
    async restart() {
      for (const each of engines) each.dispose();
      const next = create();
      await next.resume([folder]);
      return next;
    },
    reached: (state, of = engine) => reached(of, state),
    files: async () =>
      (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('.genwright')).toSorted(),
    journal: async () => {
      const names = (await readdir(storageDir)).filter((name) => name.endsWith('.jsonl'));
      return (await Promise.all(names.map((name) => readFile(join(storageDir, name), 'utf8')))).join('');
    },
  };
}

/** Resolves with the first task in this state. Rejects if none reaches it. */
function reached(engine: Engine, state: Task['state']): Promise<Task> {
  const find = (): Task | undefined => engine.tasks().find((task) => task.state === state);
  return awaitTasks(engine, find);
}

/** Calls `ask` again after each change of a task until it returns something. Rejects if that never happens. */
export function awaitTasks<T>(engine: Engine, ask: (tasks: readonly Task[]) => T | undefined): Promise<T> {
  const answered = new Promise<T>((resolve) => {
    const listen = (): boolean => {
      const answer = ask(engine.tasks());
      if (answer !== undefined) resolve(answer);
      return answer !== undefined;
    };
    if (listen()) return;
    const subscription = engine.onDidChangeTask(() => {
      if (listen()) subscription.dispose();
    });
  });
  return withPatience(
    answered,
    () =>
      `the tasks are ${engine
        .tasks()
        .map(({ state }) => state)
        .join(', ')}`,
  );
}

async function startSuccessfulGateway(): Promise<ScriptedGateway> {
  const gateway = await startScriptedGateway();
  scriptSuccess(gateway);
  return gateway;
}

/** Resolves as soon as `isSo` returns true for the tasks. */
export async function until({ engine }: EngineBench, isSo: (tasks: readonly Task[]) => boolean): Promise<void> {
  await awaitTasks(engine, (tasks) => isSo(tasks) || undefined);
}

/** Returns how many image requests the gateway has received. */
export function countPosts({ gateway }: EngineBench): number {
  return gateway.lines().filter((line) => line === 'POST /v1/images/generations').length;
}

/** Scripts a task that is accepted, and then done with one picture. Tests replace the responses that matter to them. */
export function scriptSuccess(gateway: ScriptedGateway): void {
  gateway.script('POST /v1/images/generations', { body: accepted });
  gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${gateway.url}/files/a.png`) });
  gateway.script('GET /files/a.png', { body: makePng() });
}

export function buildDone(url: string): object {
  return { code: 'success', data: { task_id: 't1', status: 'succeeded', url, error: null, amount_usd: 0.04 } };
}
