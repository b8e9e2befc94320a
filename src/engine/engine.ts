import type { MediaCodecs } from '../artifacts/media/mediaReader.ts';
import type { Mark, MarkChange } from '../core/artifact/marks.ts';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import type { SteadyClock } from '../core/support/clock.ts';
import type { Disposable } from '../core/support/disposable.ts';
import type { Event } from '../core/support/emitter.ts';
import type { OpenProfile } from '../core/task/gatewayPort.ts';
import type { Task, TaskAction } from '../core/task/model/task.ts';
import type { Account } from '../core/task/money/account.ts';
import type { TaskPorts } from '../core/task/ports.ts';
import type { RunStopScope } from '../core/task/run/runParts.ts';
import type { Run, RunOrder } from '../core/task/run/startRun.ts';
import type { Assets } from '../gateway/assets/assets.ts';
import type { Dispatchers } from '../node/network/dispatchers.ts';
import type { NetworkSettings } from '../node/network/network.ts';
import type { BalanceOutcome } from '../gateway/readBalance.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import type { Processes } from '../node/processes/processes.ts';
import type { ModelIndexes } from '../planning/modelIndexes.ts';
import type { PlanSource, JobFilePlan } from '../planning/jobFilePlan.ts';
import type { ChangedMark, MarkedResult } from '../storage/marksFile.ts';
import type { ThumbnailStore } from '../storage/thumbnailStore.ts';
import type { FoundRuns, RunsSearch } from '../storage/searchRuns.ts';
import type { GeneratePorts, Press, GenerateResult } from './generate/press.ts';
import type { RecordedIn, Rename, Relocation, SelectedFolder } from './moves.ts';
import type { RunParserJob } from './parser.ts';

/** Plans, submits, watches and saves. The host knows gateway, tasks and storage only by this interface. */
export interface Engine extends Disposable {
  readonly onDidChangeTask: Event<Task>;
  /** Fires with the id of a task that was removed from the list. */
  readonly onDidRemoveTask: Event<string>;
  /** Returns the tasks of this process, newest first. */
  tasks(): readonly Task[];
  /** Reads and checks a job file. Sends nothing. */
  plan(source: PlanSource): Promise<JobFilePlan>;
  /** Runs one press of Generate. Rejects if it names a job that no file has, or if a file cannot be planned. */
  generate(press: Press, ports: GeneratePorts): Promise<GenerateResult>;
  /** Starts the requests. `done` never rejects: an error is in its task. */
  start(run: RunOrder): Run;
  act(taskId: string, action: TaskAction): Promise<void>;
  /**
   * Stops a run. Its requests that have not been sent end as `skipped`; with `all`, its accepted tasks as `stopped`,
   * although the gateway continues them. A request that is being sent is awaited.
   */
  stopRun(run: string, scope: RunStopScope): Promise<void>;
  /**
   * Adopts the unfinished tasks of job files below these folders (absolute paths). Their results stay inside the
   * boundary: by default the innermost of these folders that has the job file.
   */
  resume(folders: readonly string[], boundary?: string): Promise<void>;
  /**
   * Follows renames that have happened. The tasks of this process continue with the new paths. The runs file and the
   * marks file of a renamed job file get its new name, unless a file with that name exists. The records of the
   * job files `recordedIn` get the present paths of their results. Never rejects.
   */
  rename(renames: readonly Rename[], recordedIn?: readonly RecordedIn[]): Promise<void>;
  /**
   * Continues a task whose folder was moved, with the others of that folder, in the folder that the user has selected:
   * the one of the job file, or one above it that was moved. Adopts tasks that no process watches.
   */
  locateFolder(taskId: string, selected: SelectedFolder): Promise<Relocation>;
  /** Saves the results of one task in a folder (absolute path) that the user has selected. */
  saveTo(taskId: string, folder: string): Promise<Relocation>;
  /** Returns the foreign tasks below these folders, newest first, with their holders. Also all whose folder is gone. */
  readForeignTasks(folders: readonly string[]): Promise<readonly Task[]>;
  /**
   * Calls `changed` when foreign tasks may have changed, which is often. Returns null if the system does not report
   * changes of files: the caller then reads the tasks at intervals.
   */
  watchForeignTasks(changed: () => void): Disposable | null;
  /**
   * Returns what this user has spent on this machine, in all windows and folders, and the estimates that follow from it.
   * The object is the same as long as nothing changes. The account is empty if the records cannot be read.
   */
  readAccount(): Promise<Account>;
  /** Resolves when the task is no longer watched and its line in the runs file is written. */
  ended(taskId: string): Promise<void>;
  /**
   * Disposes the engine when the responses to all requests that were sent are in the journal, or when the deadline
   * aborts. Nothing is sent after the call. Never rejects.
   */
  close(deadline: AbortSignal): Promise<void>;
  /** Continues the tasks that wait for a key of this profile. */
  keyChanged(profile: string): void;
  readBalance(profile: string, signal: AbortSignal): Promise<BalanceOutcome>;
  /** Queries the balance with a key that is not stored yet. */
  checkGateway(
    candidate: Pick<OpenProfile, 'baseUrl' | 'headers' | 'readSecret'> & { readonly apiKey: string },
    signal: AbortSignal,
  ): Promise<BalanceOutcome>;
  /** Returns the records of a runs file, oldest first, without damaged lines. The same array while nothing changes. */
  readRuns(jobFile: string): Promise<readonly RunsRecord[]>;
  /** Searches runs files. One that cannot be read is treated as empty. Rejects if the signal aborts. */
  searchRuns(search: RunsSearch, signal: AbortSignal): Promise<FoundRuns>;
  /** Returns the present marks of the results of this job file, by the SHA-256 of the artifacts. */
  readMarks(jobFile: string): Promise<ReadonlyMap<string, Mark>>;
  /** Changes a mark durably, in the order of the calls. Rejects when the marks file cannot be written. */
  mark(result: MarkedResult, change: MarkChange): Promise<ChangedMark>;
  /** Thumbnails that previews have made, for all windows. */
  readonly thumbnails: ThumbnailStore;
  /** Returns what a player must know to play an audio or video file (absolute path). Null if the file does not say. */
  readCodecs(file: string): Promise<MediaCodecs | null>;
  /** Returns the real path of a media file (absolute) that another program may open. Null for any other file. */
  findOpenable(file: string, boundary: string): Promise<string | null>;
  readonly models: ModelIndexes;
  readonly assets: Assets;
}

type HostPorts = Pick<
  TaskPorts,
  'openProfile' | 'settings' | 'log' | 'onNearBudget' | 'onRunsFileBlocked' | 'onUnwritten'
>;

/** What the engine needs from where it runs. Time, ids and random numbers are those of the system by default. */
export interface EnginePorts extends HostPorts, Partial<Pick<TaskPorts, 'clock' | 'createId' | 'random'>> {
  /** Absolute path of a folder for the journal and nothing else. It is created if it does not exist. */
  readonly storageDir: string;
  /** Absolute path of a folder for copies of model indexes. Default: a folder in `storageDir`. */
  readonly modelsDir?: string;
  readonly version: string;
  /** Returns how other machines are reached. Default: as the environment says. */
  readonly network?: () => NetworkSettings;
  /**
   * Counts the time that other processes and servers see, for beats, leases and limits. Default: the clock of the system.
   * Its waits do not keep the process from ending.
   */
  readonly realClock?: SteadyClock;
  /** Default: the network, reached as `network` says. */
  readonly dispatchers?: Dispatchers;
  /** Default: the disk. */
  readonly files?: FileSystem;
  /** Default: the processes of the system. */
  readonly processes?: Processes;
  /** Parses bytes from outside. Default: a thread that ends with the engine. */
  readonly parse?: RunParserJob;
}
