import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { findNotJobFile, notJobFileMessages } from '../core/jobFile/recognize/findNotJobFile.ts';
import { parseBaseUrl } from '../core/support/profile/baseUrl.ts';
import { parseHeaders, type ProfileHeaders } from '../core/support/profile/parseHeaders.ts';
import { fillTemplate } from '../core/support/text/fillTemplate.ts';
import { type OpenProfile, sandboxKeyPrefix, sandboxProfile } from '../core/task/gatewayPort.ts';
import type { Task } from '../core/task/model/task.ts';
import { isPrices, isUsd, maxPriceUsd } from '../core/task/money/prices.ts';
import type { EngineSettings, Log } from '../core/task/ports.ts';
import { claimFolder } from '../node/claimFolder.ts';
import { isWithin } from '../node/files/confine.ts';
import { decodeText } from '../node/files/decodeText.ts';
import type { NetworkSettings } from '../node/network/network.ts';
import { stateFolder } from '../node/stateFolder.ts';
import { systemClock } from '../node/systemClock.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './engine.ts';
import type { GeneratePorts, Press, GenerateResult } from './generate/press.ts';
import { createTaskAwaiter } from './generate/taskAwaiter.ts';

/** A job file and what a window of VS Code would know about how to run it. */
export interface RunJobFileOptions {
  readonly file: string;
  /**
   * What `startSandbox` returns, which is free, or a gateway that charges. `baseUrl`: `https:`, or `http:` on loopback.
   * `key` and headers: sent only there, never stored. `profile`: name in the records, by default the host. `docsUrl`:
   * where the gateway publishes its models; no key is sent to it.
   */
  readonly gateway: { readonly key: string; readonly docsUrl?: string } & (
    { readonly url: string } | (ProfileHeaders & { readonly baseUrl: string; readonly profile?: string })
  );
  /**
   * Path of a separate folder for the journal. With the same folder, the tasks of an earlier call continue. Default:
   * `journal` in the user's state folder. The folder of others is refused.
   */
  readonly storageDir?: string;
  /** The caller vouches for the files in `storageDir`, for example because they come from a cache of its own. */
  readonly isStorageTrusted?: boolean;
  /** Only this job under `jobs:`, with the jobs that it needs and that have no result yet. */
  readonly job?: string;
  /** What happens to a request whose result exists: it is skipped (default) or generated again. */
  readonly unchanged?: 'skip' | 'generate';
  /** Job file, results and input files are inside this folder. Default: the folder of the job file. */
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
  /**
   * Ends the run: nothing more is sent, and responses on their way are awaited for `graceMs`. What the gateway has
   * accepted is then `stopped` and continues with the next call. A request without a response is `unconfirmed`.
   */
  readonly signal?: AbortSignal;
  /** Default: 3 s, or 30 s if one of the responses on their way is a result. */
  readonly graceMs?: number;
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
 * Generate, so requests that were planned and never sent are sent now. Several calls at once may share a `storageDir`.
 *
 * Resolves when every task has ended. A file that requests another profile has an error. Rejects only for an error of
 * the call: a file that cannot be read, is outside the boundary or is not a job file, a bad gateway, budget or price, the
 * storage of others, a job that does not exist.
 */
export async function runJobFile(options: RunJobFileOptions): Promise<GenerateResult> {
  const { signal = new AbortController().signal, onTask } = options;
  const { storageDir = join(stateFolder(), 'journal'), isStorageTrusted = false } = options;
  const call = await resolveCall(options);
  const text = readJobText(await readFile(call.realFile), call);
  const name = basename(call.jobFile);
  const reason = findNotJobFile({ name, text });
  if (reason !== null) throw new TypeError(fillTemplate(notJobFileMessages[reason], { name }));
  const storage = await claimFolder(resolve(storageDir), { isTrusted: isStorageTrusted });
  signal.throwIfAborted();
  const engine = openEngine(options, call, storage);
  let closing: Promise<void> | undefined;
  const close = (): void => void (closing = engine.close(AbortSignal.timeout(options.graceMs ?? findGraceMs(engine))));
  signal.addEventListener('abort', close, { once: true });
  try {
    if (onTask) engine.onDidChangeTask(onTask);
    await engine.resume([dirname(call.jobFile)], call.boundary);
    return await engine.generate(buildPress(options, { call, text }), createPorts(engine, { call, signal }));
  } finally {
    signal.removeEventListener('abort', close);
    await closing;
    engine.dispose();
  }
}

function readJobText(bytes: Buffer, { jobFile }: Call): string {
  try {
    return decodeText(bytes);
  } catch {
    throw new TypeError(
      `${jobFile} is not a text file in UTF-8, or in UTF-16 with a byte order mark. Nothing was sent.`,
    );
  }
}

type Call = Awaited<ReturnType<typeof resolveCall>>;

/** Makes paths absolute. Rejects for a job file that is a link out of the boundary, because its text would be sent. */
async function resolveCall(options: RunJobFileOptions) {
  const { file, boundary: folder, gateway: access, settings: given, graceMs = 0 } = options;
  const gateway = resolveGateway(access);
  const settings = resolveSettings({ ...defaultSettings, ...given });
  if (!(Number.isInteger(graceMs) && graceMs >= 0 && graceMs < 2 ** 31))
    throw new TypeError('graceMs must be a whole number of ms, 0 or more.');
  const jobFile = resolve(file);
  const boundary = folder === undefined ? dirname(jobFile) : resolve(folder);
  const realFile = await realpath(jobFile);
  if (isWithin(realFile, await realpath(boundary))) return { gateway, settings, jobFile, boundary, realFile };
  throw new TypeError(`${file} leads to ${realFile}, which is outside ${boundary}. Nothing was sent.`);
}

/** Only a sandbox is free, whatever a gateway is called. It is known by its key. */
function resolveGateway(access: RunJobFileOptions['gateway']): OpenProfile {
  const isSandbox = 'url' in access;
  const [url, { key, docsUrl = null }] = [isSandbox ? access.url : access.baseUrl, access];
  const parsed = parseBaseUrl(url);
  if (!parsed.ok) throw new TypeError(`${url} cannot be the base URL of a gateway: ${parsed.problem}`);
  const { baseUrl } = parsed;
  if (isSandbox && !(baseUrl.startsWith('http:') && key.startsWith(sandboxKeyPrefix))) {
    throw new TypeError(`${url} is not the sandbox. Pass another gateway as { baseUrl, key }.`);
  }
  const name = isSandbox ? sandboxProfile : (access.profile ?? new URL(baseUrl).host);
  if (!isSandbox && name === sandboxProfile) {
    throw new TypeError(`"${name}" cannot be the name of ${url}. Pass what startSandbox returns, or another name.`);
  }
  const headers = parseHeaders(isSandbox ? {} : access);
  if (!headers) throw new TypeError(`A header for ${url} has a name or a value that cannot be sent.`);
  return { name, baseUrl, docsUrl, ...headers, isSandbox, readKey: () => Promise.resolve(key) };
}

/** A limit that is not a number would be none. */
function resolveSettings(settings: EngineSettings): EngineSettings {
  for (const name of ['budgetRunUsd', 'budgetDayUsd'] as const) {
    if (!isUsd(settings[name])) throw new TypeError(`settings.${name} must be a number of USD, 0 or more.`);
  }
  for (const name of ['maxPollMs', 'maxDownloadBytes'] as const) {
    if (!(typeof settings[name] === 'number' && settings[name] >= 0))
      throw new TypeError(`settings.${name} must be a number, 0 or more.`);
  }
  if (isPrices(settings.prices)) return settings;
  throw new TypeError(`settings.prices must map models to numbers from 0 to ${maxPriceUsd}, in USD.`);
}

/** Returns for how long responses are awaited, in ms. One that is the result takes longest, and costs most. */
export function findGraceMs(engine: Pick<Engine, 'tasks'>): number {
  const isResult = engine.tasks().some(({ state, request }) => state === 'sending' && request.pollPath === null);
  return isResult ? 30_000 : 3_000;
}

function openEngine(options: RunJobFileOptions, { gateway, settings }: Call, storageDir: string): Engine {
  const { network, version = 'node', log = silent } = options;
  return createEngine({
    storageDir,
    version,
    openProfile: (name) => Promise.resolve(name === gateway.name ? gateway : null),
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
  { call: { jobFile, boundary, gateway }, signal }: { readonly call: Call; readonly signal: AbortSignal },
): GeneratePorts {
  const { name, baseUrl, isSandbox } = gateway;
  const known = { origin: new URL(baseUrl).origin, isSandbox, isSelected: true, isKeyMissing: false };
  const yes = (): Promise<boolean> => Promise.resolve(true);
  return {
    // Only the sandbox can be another profile here, because any other one is an error of the file. It fails unsent.
    readGateway: (profile) => Promise.resolve({ ...known, profile: profile ?? name }),
    askUnchanged: () => Promise.resolve('missing'),
    askKey: yes,
    confirm: yes,
    consents: { has: () => true, add: () => undefined },
    awaitTask: createTaskAwaiter(engine, { folders: [dirname(jobFile)], boundary, clock: systemClock, signal }),
  };
}
