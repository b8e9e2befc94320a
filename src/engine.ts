import type { RunsRecord } from './core/artifact/runsRecord.ts';
import type { FileControls } from './core/jobFile/job.ts';
import type { Problem } from './core/jobFile/problem.ts';
import type { PlannedRequest } from './core/jobFile/request.ts';
import type { Clock } from './core/support/clock.ts';
import type { Disposable } from './core/support/disposable.ts';
import type { Event } from './core/support/emitter.ts';
import type { OpenProfile } from './core/task/gatewayPort.ts';
import type { EngineSettings, Log } from './core/task/ports.ts';
import type { Task, TaskAction } from './core/task/task.ts';
import { createParts } from './engine/createParts.ts';
import { planRun } from './engine/planner.ts';
import type { BalanceAnswer } from './gateway/readBalance.ts';
import { isWithin } from './storage/confine.ts';

export { createPollSchedule } from './core/task/pollSchedule.ts';
export { download } from './engine/downloadFile.ts';
export type { OpenProfile } from './core/task/gatewayPort.ts';
export type { EngineSettings, Log } from './core/task/ports.ts';
export type { BalanceAnswer } from './gateway/readBalance.ts';
export type { Balance } from './gateway/wire/balance.ts';

/** Plans, submits, follows and saves. The only thing the host knows of gateway, tasks and storage. */
export interface Engine extends Disposable {
  readonly onDidChangeTask: Event<Task>;
  /** Fires with the id of a task taken out of the history. */
  readonly onDidRemoveTask: Event<string>;
  /** Newest first. */
  tasks(): readonly Task[];
  /** Reads and checks; sends nothing. */
  plan(source: PlanSource): Promise<RunPlan>;
  /** Starts the requests; never rejects: what goes wrong is in the tasks. */
  start(run: RunRequest): Run;
  act(taskId: string, action: TaskAction): Promise<void>;
  /** Takes up the unfinished tasks of job files below these folders (absolute paths). */
  resume(folders: readonly string[]): Promise<void>;
  /** Lets tasks that wait for a key of this profile go on. */
  keyChanged(profile: string): void;
  readBalance(profile: string, signal: AbortSignal): Promise<BalanceAnswer>;
  /** Asks a gateway for the balance with a key that is not stored yet. */
  checkGateway(candidate: { baseUrl: string; apiKey: string }, signal: AbortSignal): Promise<BalanceAnswer>;
  /** What the runs file beside this job file records, oldest first; a torn line is left out. */
  readRuns(jobFile: string): Promise<readonly RunsRecord[]>;
}

export interface PlanSource {
  readonly text: string;
  /** Absolute path; the file need not exist. */
  readonly jobFile: string;
  /** Only this job under `jobs:`. */
  readonly job?: string;
  readonly isStrict: boolean;
  /**
   * Name of the profile that is asked where the file names none: results of the sandbox do not count for a gateway, nor
   * the other way round.
   */
  readonly profile?: string;
}

export interface RunPlan {
  readonly jobFile: string;
  /** Every problem of the file, not only errors. With an error `requests` is empty. */
  readonly problems: readonly Problem[];
  readonly requests: readonly PlannedRequest[];
  /** Parallel to `requests`: what is already there for the same fingerprint. */
  readonly earlier: readonly (Earlier | null)[];
  /** What the file asks for as a whole: profile and tasks at once. */
  readonly controls: FileControls;
}

/** A request like this was made before: its newest saved record, or a task that is in flight or unconfirmed. */
export type Earlier =
  { readonly kind: 'saved'; readonly record: RunsRecord } | { readonly kind: 'running'; readonly task: Task };

export interface RunRequest {
  readonly jobFile: string;
  /** Artifacts may not leave this folder (absolute). */
  readonly boundary: string;
  readonly profile: string;
  readonly requests: readonly PlannedRequest[];
  /** Tasks at once. */
  readonly concurrency: number;
}

export interface Run {
  readonly id: string;
  /** Resolves when every task of the run has ended, in the order of the requests. */
  readonly done: Promise<readonly Task[]>;
}

/** What the engine needs from where it runs. */
export interface EnginePorts {
  /** Absolute path of a folder of its own for the journal; made when it is missing. */
  readonly storageDir: string;
  readonly version: string;
  /** Null when there is no profile of that name (any more). */
  openProfile(name: string): Promise<OpenProfile | null>;
  settings(): EngineSettings;
  readonly log: Log;
  readonly clock?: Clock;
}

/** The composition root of the part `engine`: no VS Code in sight. */
export function createEngine(ports: EnginePorts): Engine {
  const { tasks, balance, runsFile, journal, ...disposal } = createParts(ports);
  const list = (): readonly Task[] => tasks.store.list().map(({ task }) => task);
  return {
    onDidChangeTask: tasks.store.onDidChange,
    onDidRemoveTask: tasks.store.onDidRemove,
    tasks: list,
    plan: (source) => planRun(source, { runsFile, journal, tasks: list }),
    start: ({ profile, ...run }) => tasks.start({ ...run, profile, isSandbox: profile === sandboxProfile }),
    act: (id, action) => tasks.act(id, action),
    resume: (folders) => tasks.resume((jobFile) => folders.some((folder) => isWithin(jobFile, folder))),
    keyChanged: (profile) => tasks.keyChanged(profile),
    readBalance: balance.read,
    checkGateway: balance.check,
    readRuns: (jobFile) => runsFile.read(jobFile),
    ...disposal,
  };
}

/** The profile is known by this name before its server is asked for. */
const sandboxProfile = 'sandbox';
