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
import type { BudgetNews } from './core/task/budget.ts';
import type { Estimate, Estimator } from './core/task/estimate.ts';
import type { GivenResult } from './core/task/sourceList.ts';
import type { ModelIndexes } from './engine/modelIndexes.ts';
import type { Assets } from './gateway/assets/assets.ts';
import type { NetworkSettings } from './gateway/network.ts';
import type { BalanceAnswer } from './gateway/readBalance.ts';
import type { MediaCodecs } from './storage/readCodecs.ts';

export { createPollSchedule } from './core/task/pollSchedule.ts';
export { createEngine } from './engine/createEngine.ts';
export { download } from './engine/downloadFile.ts';
export { runJobFile, type RunJobFileOptions } from './engine/runJobFile.ts';
export type { GenerateResult, TaskResult } from './engine/generateResult.ts';
export type { BudgetNews } from './core/task/budget.ts';
export type { Estimate, Estimator } from './core/task/estimate.ts';
export type { GivenResult } from './core/task/sourceList.ts';
export type { OpenProfile } from './core/task/gatewayPort.ts';
export type { EngineSettings, Log } from './core/task/ports.ts';
export type { IndexCopy } from './engine/indexCopies.ts';
export type { ModelIndexes, RefreshOutcome } from './engine/modelIndexes.ts';
export type { Asset, AssetAnswer, AssetGroup, AssetKind, AssetRegistration } from './gateway/assets/asset.ts';
export type { Assets } from './gateway/assets/assets.ts';
export type { NetworkSettings } from './gateway/network.ts';
export type { BalanceAnswer } from './gateway/readBalance.ts';
export type { Balance } from './gateway/wire/balance.ts';
export type { MediaCodecs } from './storage/readCodecs.ts';

/** Plans, submits, follows and saves. The only thing the host knows of gateway, tasks and storage. */
export interface Engine extends Disposable {
  readonly onDidChangeTask: Event<Task>;
  /** Fires with the id of a task taken out of the history. */
  readonly onDidRemoveTask: Event<string>;
  /** Newest first. */
  tasks(): readonly Task[];
  /** Reads and checks; sends nothing. */
  plan(source: PlanSource): Promise<RunPlan>;
  /** What requests of a job file may cost, from what requests like them have cost before. The sandbox is left out. */
  estimator(place: PlanPlace): Promise<Estimator>;
  /** Starts the requests; never rejects: what goes wrong is in the tasks. */
  start(run: RunRequest): Run;
  act(taskId: string, action: TaskAction): Promise<void>;
  /** Takes up the unfinished tasks of job files below these folders (absolute paths). */
  resume(folders: readonly string[]): Promise<void>;
  /** Tasks of job files below these folders that other windows take care of, newest first, each marked as such. */
  readElsewhere(folders: readonly string[]): Promise<readonly Task[]>;
  /** Calls, often, when tasks of other windows may have changed; null where nobody can tell: then look again. */
  watchElsewhere(changed: () => void): Disposable | null;
  /** What the account of a day is made of: the tasks of all windows and folders, those out of the list included. */
  readAccount(): Promise<readonly Task[]>;
  /** Resolves when nobody takes care of the task any more, its line in the runs file written. */
  ended(taskId: string): Promise<void>;
  /** Lets tasks that wait for a key of this profile go on. */
  keyChanged(profile: string): void;
  readBalance(profile: string, signal: AbortSignal): Promise<BalanceAnswer>;
  /** Asks a gateway for the balance with a key that is not stored yet. */
  checkGateway(candidate: { baseUrl: string; apiKey: string }, signal: AbortSignal): Promise<BalanceAnswer>;
  /** What the runs file beside this job file records, oldest first; a torn line is left out. */
  readRuns(jobFile: string): Promise<readonly RunsRecord[]>;
  /** What a player must know to play a sound or video (absolute path); null when the file does not say. */
  readCodecs(file: string): Promise<MediaCodecs | null>;
  /** What gateways publish of their models. */
  readonly models: ModelIndexes;
  readonly assets: Assets;
}

export interface PlanPlace {
  /** Absolute path; the file need not exist. */
  readonly jobFile: string;
  /** Input files lie within this folder (absolute); the folder of the job file when left out. */
  readonly boundary?: string;
}

export interface PlanSource extends PlanPlace {
  readonly text: string;
  /** Only this job under `jobs:`, with those that it needs and that have no result yet. */
  readonly job?: string;
  readonly isStrict: boolean;
  /** Whether files carry how they were made, where the job file does not say it; `none` when left out. */
  readonly metadata?: 'none' | 'embed';
  /** Whether files and the environment may be read; they may when left out. */
  readonly isTrusted?: boolean;
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
  /** Parallel to `requests`: what they may cost, from what requests like them have cost before. */
  readonly estimates: readonly (Estimate | null)[];
  /** Results of jobs that `job` needs, which are there and not among `requests`; to be passed on to `start`. */
  readonly given: readonly GivenResult[];
  /** What `run.id` is in this plan; pass it on to `start`. */
  readonly runId: string;
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
  /** From the plan. A new one is made up when it is left out or there is such a run already. */
  readonly runId?: string;
  /** Results of needed jobs that are not made again: what the plan gives, and what the caller leaves out. */
  readonly given?: readonly GivenResult[];
  /** What the job file allows all of it to cost, in USD; null leaves it to the settings. */
  readonly budgetUsd?: number | null;
  /** Whether a failed task stops the submits of the others. Default: `continue`. */
  readonly onError?: 'stop' | 'continue';
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
  /** Absolute path of a folder for copies of model indexes; below the journal when left out. */
  readonly modelsDir?: string;
  readonly version: string;
  /** Null when there is no profile of that name (any more). */
  openProfile(name: string): Promise<OpenProfile | null>;
  settings(): EngineSettings;
  /** How to reach other machines; the environment alone says it when left out. */
  readonly network?: () => NetworkSettings;
  readonly log: Log;
  /** Called once for each budget of which 80 % are used. */
  readonly onNearBudget?: (news: BudgetNews) => void;
  readonly clock?: Clock;
}
