import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isSamePlan } from '../core/task/isSamePlan.ts';
import type { EngineSettings, Log } from '../core/task/ports.ts';
import { mapGiven } from '../core/task/sourceList.ts';
import type { Task } from '../core/task/task.ts';
import type { Earlier, Engine, RunPlan } from '../engine.ts';
import { parseBaseUrl } from '../core/support/baseUrl.ts';
import type { NetworkSettings } from '../gateway/network.ts';
import { createEngine } from './createEngine.ts';
import { mapTaskResult, mapUnchanged, type GenerateResult, type TaskResult } from './generateResult.ts';

/** A job file and what a window of VS Code would know about how to run it. */
export interface RunJobFileOptions {
  /** Path of the job file. */
  readonly file: string;
  /** `https:`, or `http:` on loopback. */
  readonly baseUrl: string;
  /** Sent to the base URL and nowhere else, and kept nowhere. */
  readonly key: string;
  /** Path of a folder of its own for the journal. The same one goes on with what an earlier process has left. */
  readonly storageDir: string;
  /** What the gateway is called in the runs file; `sandbox` marks what is free. Default: the host of the base URL. */
  readonly profile?: string;
  /** Where the gateway publishes its models; no key is sent there. */
  readonly docsUrl?: string;
  /** Only this job under `jobs:`, with those that it needs and that have no result yet. */
  readonly job?: string;
  /** What becomes of a request whose result is there: it is left alone (default), or made another time. */
  readonly unchanged?: 'skip' | 'generate';
  /** Results and input files lie within this folder. Default: the folder of the job file. */
  readonly boundary?: string;
  readonly isStrict?: boolean;
  readonly metadata?: 'none' | 'embed';
  /** Tasks at once, where the file does not say it. Default: 4. */
  readonly concurrency?: number;
  readonly settings?: Partial<EngineSettings>;
  readonly network?: () => NetworkSettings;
  /** Of the program, for `User-Agent`. */
  readonly version?: string;
  /** Called with each change of each task. */
  readonly onTask?: (task: Task) => void;
  readonly log?: Log;
  /** Ends the run: what the gateway has taken is `stopped` here and goes on with the next call. */
  readonly signal?: AbortSignal;
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** As in VS Code, where nobody has changed a setting. */
const defaultSettings: EngineSettings = {
  retryOn5xx: true,
  maxDownloadBytes: 2048 * 1024 * 1024,
  maxPollMs: 120 * 60_000,
  budgetRunUsd: 0,
  budgetDayUsd: 0,
  envAllow: [],
};

/**
 * Runs a job file without VS Code: the same plan, journal, artifacts and runs file, the same answer as the command
 * Generate. What an earlier process has left is gone on with first and never sent again; who calls this has pressed
 * Generate, so that what was planned and never sent is sent now. One call at a time for a `storageDir` in a process.
 *
 * Resolves when every task has ended. A file that asks for another profile is one with an error. Rejects only for what is
 * a fault of the call: a file that can not be read, a bad base URL, a job that is not there.
 */
export async function runJobFile(options: RunJobFileOptions): Promise<GenerateResult> {
  const { signal = new AbortController().signal, onTask } = options;
  const call = readCall(options);
  const text = await readFile(call.jobFile, 'utf8');
  signal.throwIfAborted();
  const engine = openEngine(options, call);
  const abort = (): void => engine.dispose();
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (onTask) engine.onDidChangeTask(onTask);
    await engine.resume([dirname(call.jobFile)]);
    const { jobFile, boundary, profile } = call;
    const { isStrict = false, metadata = 'none', job } = options;
    const plan = await engine.plan({ text, jobFile, boundary, profile, isStrict, metadata, ...(job ? { job } : {}) });
    const problems = plan.problems.filter(({ severity }) => severity === 'error').length;
    if (problems > 0) return { tasks: [], problems };
    if (job !== undefined && plan.requests.length === 0) throw new TypeError(`There is no job “${job}” in ${jobFile}`);
    return { tasks: await runPlan(engine, plan, { options, call }), problems: 0 };
  } finally {
    signal.removeEventListener('abort', abort);
    engine.dispose();
  }
}

/** The call, checked and with absolute paths. */
interface Call {
  readonly jobFile: string;
  readonly boundary: string;
  readonly profile: string;
  readonly baseUrl: string;
}

function readCall({ file, boundary, baseUrl, profile }: RunJobFileOptions): Call {
  const jobFile = resolve(file);
  const answer = parseBaseUrl(baseUrl);
  if (!answer.ok) throw new TypeError(`${baseUrl} can not be the base URL of a gateway: ${answer.fault}`);
  return {
    jobFile,
    boundary: boundary === undefined ? dirname(jobFile) : resolve(boundary),
    profile: profile ?? new URL(answer.baseUrl).host,
    baseUrl: answer.baseUrl,
  };
}

function openEngine(options: RunJobFileOptions, { profile, baseUrl }: Call): Engine {
  const { storageDir, key, docsUrl = null, settings, network, version = 'node', log = silent } = options;
  const gateway = {
    name: profile,
    baseUrl,
    docsUrl,
    isSandbox: profile === 'sandbox',
    readKey: () => Promise.resolve(key),
  };
  return createEngine({
    storageDir: resolve(storageDir),
    version,
    openProfile: (name) => Promise.resolve(name === profile ? gateway : null),
    settings: () => ({ ...defaultSettings, ...settings }),
    ...(network ? { network } : {}),
    log,
  });
}

/** Starts what is missing, and waits for that and for what is under way here already. */
async function runPlan(
  engine: Engine,
  { requests, earlier, given, runId, controls }: RunPlan,
  { options, call }: { readonly options: RunJobFileOptions; readonly call: Call },
): Promise<readonly TaskResult[]> {
  const { jobFile, boundary, profile } = call;
  const known = options.unchanged === 'generate' ? earlier.map(keepUnfinished) : earlier;
  const wanted = requests.filter((_, at) => !known[at]);
  const left = requests.flatMap((request, at) => {
    const made = known[at];
    return made ? [mapGiven(request, made)] : [];
  });
  await forgetUnsent(engine, wanted, jobFile);
  const run = engine.start({
    jobFile,
    boundary,
    profile,
    requests: wanted,
    concurrency: controls.concurrency ?? options.concurrency ?? 4,
    runId,
    given: [...given, ...left],
    budgetUsd: controls.budgetUsd,
    onError: controls.onError,
  });
  const made = (await run.done).values();
  const results: TaskResult[] = [];
  for (const [at, request] of requests.entries()) {
    const there = known[at];
    const task = there ? await followEarlier(engine, there) : made.next().value;
    if (task) results.push(mapTaskResult(task));
    else if (there) results.push(mapUnchanged(request, there, jobFile));
  }
  return results;
}

/** What is under way is never made another time beside it. */
function keepUnfinished(earlier: Earlier | null): Earlier | null {
  return earlier?.kind === 'running' ? earlier : null;
}

/**
 * A task that this process has taken up goes on and is waited for: what may be charged is never sent anew, and what is
 * `unconfirmed` says so. Null for what was made before, or is made by another process.
 */
async function followEarlier(engine: Engine, earlier: Earlier): Promise<Task | null> {
  if (earlier.kind === 'saved') return null;
  const { id } = earlier.task;
  const find = (): Task | null => engine.tasks().find((task) => task.id === id) ?? null;
  const state = find()?.state;
  if (state === 'unsaved') await engine.act(id, 'saveAgain');
  if (state === 'stopped') await engine.act(id, 'resume');
  await engine.ended(id);
  return find();
}

/** A killed process leaves requests that it planned and never sent. They are planned anew now, so the old ones go. */
async function forgetUnsent(engine: Engine, wanted: RunPlan['requests'], jobFile: string): Promise<void> {
  const unsent = engine.tasks().filter(({ error }) => error?.code === 'not-sent');
  for (const { id, request, ...task } of unsent) {
    const isPlannedAnew = wanted.some((each) =>
      each.fingerprint === '' ? isSamePlan(each, request) : each.fingerprint === request.fingerprint,
    );
    if (task.jobFile === jobFile && task.state === 'stopped' && isPlannedAnew) await engine.act(id, 'remove');
  }
}
