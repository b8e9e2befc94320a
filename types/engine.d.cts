// Types of `engine.cjs` for programs in plain Node. `test/unit/parts.test.ts` compares them with the sources.

/** What `startSandbox` returns. Only a sandbox is free. */
export interface SandboxGateway {
  readonly url: string;
  readonly key: string;
  readonly docsUrl?: string;
}

export interface Gateway {
  /** `https:`, or `http:` on loopback. */
  readonly baseUrl: string;
  /** Sent only to the base URL, and never stored. */
  readonly key: string;
  /** Name of the gateway in the records. Default: the host of the base URL. */
  readonly profile?: string;
  /** URL where the gateway publishes its models. No key is sent to it. */
  readonly docsUrl?: string;
  /** Sent only to the base URL, and never stored. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of a header that each attempt of a request carries with the same value. The gateway charges once for it. */
  readonly idempotencyHeader?: string;
}

export interface Settings {
  /** US dollars. 0 means no budget. */
  readonly budgetRunUsd?: number;
  /** US dollars for a local calendar day. 0 means no budget. */
  readonly budgetDayUsd?: number;
  /** US dollars for a request of a model, or of a prefix that ends in `*`. */
  readonly prices?: Readonly<Record<string, number>>;
  /** Names of the environment variables that job files may read. */
  readonly envAllow?: readonly string[];
  readonly retryOn5xx?: boolean;
  readonly maxPollMs?: number;
  readonly maxDownloadBytes?: number;
}

export interface Network {
  readonly proxySupport: 'on' | 'off';
  /** URL of the proxy. Null to use the environment. */
  readonly proxy: string | null;
  readonly proxyAuthorization: string | null;
  readonly noProxy: readonly string[];
  readonly strictSsl: boolean;
  readonly systemCertificates: boolean;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface RunJobFileOptions {
  /** Path of the job file. */
  readonly file: string;
  readonly gateway: SandboxGateway | Gateway;
  /** Path of a separate folder for the journal. Default: a folder in the user's home. The folder of others is refused. */
  readonly storageDir?: string;
  /** The caller vouches for the files in `storageDir`. */
  readonly isStorageTrusted?: boolean;
  /** Only this job under `jobs:`, with the jobs that it needs and that have no result yet. */
  readonly job?: string;
  /** What happens to a request whose result exists. Default: `skip`. */
  readonly unchanged?: 'skip' | 'generate';
  /** Job file, results and input files are inside this folder. Default: the folder of the job file. */
  readonly boundary?: string;
  readonly isStrict?: boolean;
  readonly metadata?: 'none' | 'embed';
  /** Tasks at once, if the job file does not say so. Default: 4. */
  readonly concurrency?: number;
  readonly settings?: Settings;
  readonly network?: () => Network;
  /** Version of the calling program, for `User-Agent`. */
  readonly version?: string;
  /** Called with each change of each task. */
  readonly onTask?: (task: Task) => void;
  readonly log?: Log;
  /** Ends the run: nothing more is sent, and responses on their way are awaited for `graceMs`. */
  readonly signal?: AbortSignal;
  /** Default: 3,000, or 30,000 if one of the responses on their way is a result. */
  readonly graceMs?: number;
}

export type InFlightState = 'planned' | 'sending' | 'pending' | 'running' | 'saving';
export type EndedState = 'saved' | 'failed' | 'unconfirmed' | 'lost' | 'unsaved' | 'stopped' | 'skipped';

/** A snapshot: every change makes a new one. */
export interface Task {
  readonly id: string;
  /** Absolute path of the job file. */
  readonly jobFile: string;
  readonly state: InFlightState | EndedState;
  /** The gateway's id. Null before the gateway accepts the request. */
  readonly taskId: string | null;
  /** From 0 to 1. Null if the gateway does not say. */
  readonly progress: number | null;
  readonly amountUsd: number | null;
  /** Text of a chat response so far. */
  readonly text: string | null;
  /** Why the task failed or, in flight, why it waits. */
  readonly error: TaskError | null;
}

export interface TaskError {
  readonly code: string;
  readonly message: string;
}

export interface TaskResult {
  /** The journal's id. Null for an unchanged request that the journal does not remember. */
  readonly id: string | null;
  readonly taskId: string | null;
  readonly job: string | null;
  readonly index: number;
  readonly status: EndedState | 'unchanged';
  /** Absolute paths. */
  readonly artifacts: readonly string[];
  readonly amountUsd: number | null;
  readonly error: TaskError | null;
}

export interface GenerateResult {
  readonly tasks: readonly TaskResult[];
  /** Number of errors in the job file. If there are any, nothing was sent and `tasks` is empty. */
  readonly problems: number;
}

/** Resolves when every task has ended. Rejects only for an error of the call. */
export function runJobFile(options: RunJobFileOptions): Promise<GenerateResult>;

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Default: 2 GiB. */
  readonly maxBytes?: number;
  /** Limit between two chunks in ms. Default: 60,000. */
  readonly idleTimeoutMs?: number;
  /** Base URL of the gateway that named the URL. */
  readonly baseUrl?: string;
  readonly userAgent?: string;
}

/** Downloads a result to a new file, and never over an existing one. */
export function download(
  url: string,
  file: string,
  options?: DownloadOptions,
): Promise<{ readonly bytes: number; readonly sha256: string; readonly mediaType: string | null }>;

export interface PollFacts {
  /** How long earlier tasks of this model took, in ms. */
  readonly pastDurationsMs: readonly number[];
  /** From 0 to 1. Null if the gateway does not say. */
  readonly progress: number | null;
}

/** Plans the polls of one task. `next` returns the wait in ms. Equal seeds give equal plans. */
export function createPollSchedule(seed: number): { next(elapsedMs: number, facts: PollFacts): number };
