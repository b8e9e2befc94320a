import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { findNotJobFile, notJobFileMessages } from '../core/jobFile/recognize/findNotJobFile.ts';
import { parseBaseUrl } from '../core/support/baseUrl.ts';
import { fillTemplate } from '../core/support/text/fillTemplate.ts';
import { sandboxProfile } from '../core/task/gatewayPort.ts';
import type { Task } from '../core/task/model/task.ts';
import { isPrices, isUsd, maxPriceUsd } from '../core/task/money/prices.ts';
import type { EngineSettings, Log } from '../core/task/ports.ts';
import type { NetworkSettings } from '../node/network/network.ts';
import { systemClock } from '../node/systemClock.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './engine.ts';
import type { GeneratePorts, Press, GenerateResult } from './generate/press.ts';
import { createTaskAwaiter } from './generate/taskAwaiter.ts';

/** A job file and what a window of VS Code would know about how to run it. */
export interface RunJobFileOptions {
  /** Path of the job file. */
  readonly file: string;
  /** `https:`, or `http:` on loopback. */
  readonly baseUrl: string;
  /** Sent only to the base URL, and never stored. */
  readonly key: string;
  /** Path of a separate folder for the journal. With the same folder, the tasks of an earlier process continue. */
  readonly storageDir: string;
  /** Name of the gateway in the runs file. `sandbox` marks free results. Default: the host of the base URL. */
  readonly profile?: string;
  /** URL where the gateway publishes its models. No key is sent to it. */
  readonly docsUrl?: string;
  /** Only this job under `jobs:`, with the jobs that it needs and that have no result yet. */
  readonly job?: string;
  /** What happens to a request whose result exists: it is skipped (default) or generated again. */
  readonly unchanged?: 'skip' | 'generate';
  /** Results and input files are inside this folder. Default: the folder of the job file. */
  readonly boundary?: string;
  readonly isStrict?: boolean;
  readonly metadata?: 'none' | 'embed';
  /** Tasks at once, if the job file does not say so. Default: 4. */
  readonly concurrency?: number;
  readonly settings?: Partial<EngineSettings>;
  readonly network?: () => NetworkSettings;
  /** Version of the calling program, for `User-Agent`. */
  readonly version?: string;
  /** Called with each change of each task. */
  readonly onTask?: (task: Task) => void;
  readonly log?: Log;
  /** Ends the run. What the gateway has accepted is then `stopped` and continues with the next call. */
  readonly signal?: AbortSignal;
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The defaults of VS Code. */
const defaultSettings: EngineSettings = {
  retryOn5xx: true,
  maxDownloadBytes: 2048 * 1024 * 1024,
  maxPollMs: 120 * 60_000,
  budgetRunUsd: 0,
  budgetDayUsd: 0,
  prices: {},
  envAllow: [],
};

/**
 * Runs a job file without VS Code: the same plan, journal, artifacts and runs file, and the same result as the command
 * Generate. The tasks of an earlier process continue first and are never sent again. A call counts as a press of
 * Generate, so requests that were planned and never sent are sent now. Only one call at a time for a `storageDir` in a
 * process.
 *
 * Resolves when every task has ended. A file that requests another profile has an error. Rejects only for an error of
 * the call: a file that cannot be read or is not a job file, a bad base URL, budget or price, a job that does not exist.
 */
export async function runJobFile(options: RunJobFileOptions): Promise<GenerateResult> {
  const { signal = new AbortController().signal, onTask } = options;
  const call = resolveCall(options);
  const text = await readFile(call.jobFile, 'utf8');
  signal.throwIfAborted();
  requireJobFile(basename(call.jobFile), text);
  const engine = openEngine(options, call);
  const abort = (): void => engine.dispose();
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (onTask) engine.onDidChangeTask(onTask);
    await engine.resume([dirname(call.jobFile)], call.boundary);
    return await engine.generate(buildPress(options, { call, text }), createPorts(engine, { call, signal }));
  } finally {
    signal.removeEventListener('abort', abort);
    engine.dispose();
  }
}

function requireJobFile(name: string, text: string): void {
  const reason = findNotJobFile({ name, text });
  if (reason !== null) throw new TypeError(fillTemplate(notJobFileMessages[reason], { name }));
}

type Call = ReturnType<typeof resolveCall>;

/** Checks the options, and makes paths absolute. */
function resolveCall({ file, boundary, baseUrl, profile, settings }: RunJobFileOptions) {
  const jobFile = resolve(file);
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new TypeError(`${baseUrl} cannot be the base URL of a gateway: ${parsed.problem}`);
  return {
    jobFile,
    boundary: boundary === undefined ? dirname(jobFile) : resolve(boundary),
    profile: profile ?? new URL(parsed.baseUrl).host,
    baseUrl: parsed.baseUrl,
    settings: resolveSettings({ ...defaultSettings, ...settings }),
  };
}

/** A budget that is not a number would be none. */
function resolveSettings(settings: EngineSettings): EngineSettings {
  for (const name of ['budgetRunUsd', 'budgetDayUsd'] as const) {
    if (!isUsd(settings[name])) throw new TypeError(`settings.${name} must be a number of USD, 0 or more.`);
  }
  if (isPrices(settings.prices)) return settings;
  throw new TypeError(`settings.prices must map models to numbers from 0 to ${maxPriceUsd}, in USD.`);
}

function openEngine(options: RunJobFileOptions, { profile, baseUrl, settings }: Call): Engine {
  const { storageDir, key, docsUrl = null, network, version = 'node', log = silent } = options;
  const gateway = {
    name: profile,
    baseUrl,
    docsUrl,
    isSandbox: profile === sandboxProfile,
    readKey: () => Promise.resolve(key),
  };
  return createEngine({
    storageDir: resolve(storageDir),
    version,
    openProfile: (name) => Promise.resolve(name === profile ? gateway : null),
    settings: () => settings,
    ...(network ? { network } : {}),
    log,
  });
}

/** The caller has pressed Generate and vouches for the run, so nothing is asked. */
function buildPress(
  { isStrict = false, metadata = 'none', concurrency = 4, job, unchanged = 'skip' }: RunJobFileOptions,
  { call, text }: { readonly call: Call; readonly text: string },
): Press {
  const { jobFile: path, boundary } = call;
  const jobFile = { path, text, boundary, isStrict, metadata, concurrency };
  return { jobFiles: [jobFile], job, unchanged, confirm: null, asksForKey: false };
}

/** Answers each question with yes. */
function createPorts(
  engine: Engine,
  { call: { jobFile, boundary, profile, baseUrl }, signal }: { readonly call: Call; readonly signal: AbortSignal },
): GeneratePorts {
  const { origin } = new URL(baseUrl);
  const yes = (): Promise<boolean> => Promise.resolve(true);
  return {
    readGateway: () =>
      Promise.resolve({
        profile,
        origin,
        isSandbox: profile === sandboxProfile,
        isSelected: true,
        isKeyMissing: false,
      }),
    askUnchanged: () => Promise.resolve('missing'),
    askKey: yes,
    confirm: yes,
    consents: { has: () => true, add: () => undefined },
    awaitTask: createTaskAwaiter(engine, { folder: dirname(jobFile), boundary, clock: systemClock, signal }),
  };
}
