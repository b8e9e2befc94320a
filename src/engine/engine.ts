import type { MediaCodecs } from '../artifacts/media/mediaReader.ts';
import type { Mark, MarkChange } from '../core/artifact/marks.ts';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import type { Clock, SteadyClock } from '../core/support/clock.ts';
import type { Disposable } from '../core/support/disposable.ts';
import type { Event } from '../core/support/emitter.ts';
import type { OpenProfile } from '../core/task/gatewayPort.ts';
import type { Task, TaskAction } from '../core/task/model/task.ts';
import type { Account } from '../core/task/money/account.ts';
import type { NearBudget } from '../core/task/money/budgetKeeper.ts';
import type { EngineSettings, Log, RunsFileFailure } from '../core/task/ports.ts';
import type { RunStopScope } from '../core/task/run/runParts.ts';
import type { Run, RunRequest } from '../core/task/run/startRun.ts';
import type { Assets } from '../gateway/assets/assets.ts';
import type { Dispatchers } from '../gateway/network/dispatchers.ts';
import type { NetworkSettings } from '../gateway/network/network.ts';
import type { BalanceOutcome } from '../gateway/readBalance.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import type { Processes } from '../node/processes/processes.ts';
import type { ModelIndexes } from '../planning/modelIndexes.ts';
import type { PlanSource, JobFilePlan } from '../planning/jobFilePlan.ts';
import type { ChangedMark, MarkedResult } from '../storage/marksFile.ts';
import type { ThumbnailStore } from '../storage/thumbnailStore.ts';
import type { FoundRuns, RunsSearch } from '../storage/search/runsIndex.ts';
import type { GeneratePorts, Press, GenerateResult } from './generate/press.ts';
import type { Rename, Relocation, SelectedFolder } from './moves.ts';
import type { RunParserJob } from './parser/parserJob.ts';

/** Plans, submits, watches and saves. The only thing the host knows of gateway, tasks and storage. */
export interface Engine extends Disposable {
  readonly onDidChangeTask: Event<Task>;
  /** Fires with the id of a task taken out of the history. */
  readonly onDidRemoveTask: Event<string>;
  /** Newest first. */
  tasks(): readonly Task[];
  /** Reads and checks; sends nothing. */
  plan(source: PlanSource): Promise<JobFilePlan>;
  /**
   * Runs one press of Generate from the plan to the end of its tasks. Rejects if the press names a job that no file
   * has, or if a file cannot be planned.
   */
  generate(press: Press, ports: GeneratePorts): Promise<GenerateResult>;
  /** Starts the requests; never rejects: what goes wrong is in the tasks. */
  start(run: RunRequest): Run;
  act(taskId: string, action: TaskAction): Promise<void>;
  /**
   * Stops a run. Its requests that have not been sent end as `skipped`; with `all`, its accepted tasks as `stopped`,
   * although the gateway continues them. A request that is being sent is awaited.
   */
  stopRun(run: string, scope: RunStopScope): Promise<void>;
  /** Takes up the unfinished tasks of job files below these folders (absolute paths). */
  resume(folders: readonly string[]): Promise<void>;
  /**
   * Follows renames that have happened. The tasks of this process continue in the new place, and what lies beside a job
   * file to record its results is moved beside its new name, unless that is taken. Never rejects.
   */
  rename(renames: readonly Rename[]): Promise<void>;
  /**
   * Continues a task whose folder was moved, with the others of that folder, in the folder that the user has selected:
   * the one of the job file, or one above it that was moved. Adopts tasks that no process watches.
   */
  locateFolder(taskId: string, selected: SelectedFolder): Promise<Relocation>;
  /** Saves the results of one task in a folder (absolute path) that the user has selected. */
  saveTo(taskId: string, folder: string): Promise<Relocation>;
  /**
   * Tasks of job files below these folders that other windows take care of, newest first, each marked as such. With
   * them all tasks whose results have no place, because the folder of their job file is gone.
   */
  readForeignTasks(folders: readonly string[]): Promise<readonly Task[]>;
  /**
   * Calls, often, when tasks of other windows may have changed; null where changes are unknown, and the caller has to
   * look again.
   */
  watchForeignTasks(changed: () => void): Disposable | null;
  /**
   * What this user has spent on this machine, in all windows and folders: spending, and estimates that follow from it.
   * The same object while nothing changes; an empty account where the records cannot be read.
   */
  readAccount(): Promise<Account>;
  /** Resolves when the task is no longer watched and its line in the runs file is written. */
  ended(taskId: string): Promise<void>;
  /**
   * Disposes the engine when the responses to all requests that were sent are in the journal, or when the deadline
   * aborts. Nothing more is sent meanwhile. Never rejects.
   */
  close(deadline: AbortSignal): Promise<void>;
  /** Lets tasks that wait for a key of this profile go on. */
  keyChanged(profile: string): void;
  readBalance(profile: string, signal: AbortSignal): Promise<BalanceOutcome>;
  /** Asks a gateway for the balance with a key that is not stored yet. */
  checkGateway(candidate: { baseUrl: string; apiKey: string }, signal: AbortSignal): Promise<BalanceOutcome>;
  /** What the runs file beside this job file records, oldest first; a torn line is left out. */
  readRuns(jobFile: string): Promise<readonly RunsRecord[]>;
  /**
   * Searches runs files (absolute paths), which are remembered for the next search. Rejects if the signal aborts. A runs
   * file that cannot be read is treated as empty.
   */
  searchRuns(search: RunsSearch, signal: AbortSignal): Promise<FoundRuns>;
  /** The present marks of the results of this job file, by the SHA-256 of the artifacts. */
  readMarks(jobFile: string): Promise<ReadonlyMap<string, Mark>>;
  /** Changes a mark durably, in the order of the calls. Rejects when the marks file cannot be written. */
  mark(result: MarkedResult, change: MarkChange): Promise<ChangedMark>;
  /** Thumbnails that previews have made, for all windows. */
  readonly thumbnails: ThumbnailStore;
  /** What a player must know to play a sound or video (absolute path); null when the file does not say. */
  readCodecs(file: string): Promise<MediaCodecs | null>;
  /**
   * Real path of a media file (absolute) that another program may open; null for any other file. See `findOpenable`.
   */
  findOpenable(file: string, boundary: string): Promise<string | null>;
  /** What gateways publish of their models. */
  readonly models: ModelIndexes;
  readonly assets: Assets;
}

/** What the engine needs from where it runs. */
export interface EnginePorts {
  /** Absolute path of a folder of its own for the journal; made when it is missing. */
  readonly storageDir: string;
  /** Absolute path of a folder for copies of model indexes; below the journal when left out. */
  readonly modelsDir?: string;
  readonly version: string;
  /** Null when there is no longer a profile of that name. */
  openProfile(name: string): Promise<OpenProfile | null>;
  settings(): EngineSettings;
  /** How to reach other machines; the environment alone says it when left out. */
  readonly network?: () => NetworkSettings;
  readonly log: Log;
  /** Called once for each budget of which 80 % are used. */
  readonly onNearBudget?: (budget: NearBudget) => void;
  /** Called once for each runs file that cannot be written. The results are saved, and the lines follow. */
  readonly onRunsFileBlocked?: (failure: RunsFileFailure) => void;
  /** Called for a task whose id cannot be written to the journal now: it is lost if the process ends before it can. */
  readonly onUnwritten?: (task: Task) => void;
  /** The time of tasks; the system's when left out. */
  readonly clock?: Clock;
  /**
   * The time that other processes and servers see pass: it counts beats, leases and limits. The system's when left out.
   */
  readonly realClock?: SteadyClock;
  /** Returns a UUID. */
  readonly createId?: () => string;
  /** Returns a number from 0 up to, but not, 1. */
  readonly random?: () => number;
  /** The network when left out. `network` says how to reach it. */
  readonly dispatchers?: Dispatchers;
  /** The disk when left out. */
  readonly files?: FileSystem;
  /** What the system says of processes when left out. */
  readonly processes?: Processes;
  /** Parses what others wrote; a thread that ends with the engine when left out. */
  readonly parse?: RunParserJob;
}
