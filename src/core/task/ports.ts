import type { RunsRecord } from '../artifact/runsRecord.ts';
import type { Modality } from '../catalog/catalog.ts';
import type { FromEnv, OutputPlan, RequestInput } from '../jobFile/request.ts';
import type { Clock } from '../support/clock.ts';
import type { GatewayPort, GatewayResult } from './gatewayPort.ts';
import type { JournalPort } from './journalPort.ts';
import type { OpenNote, OpenTask } from './model/openTask.ts';
import type { Artifact, SeenBalance, Task, TaskError } from './model/task.ts';
import type { Result, ResultSource } from './model/taskEntry.ts';
import type { BudgetPorts, BudgetSettings } from './money/budgetKeeper.ts';
import type { LedgerPort } from './money/charge.ts';
import type { Prices } from './money/prices.ts';
import type { OpenProfileByName } from './openTarget.ts';

export interface EngineSettings extends BudgetSettings {
  readonly retryOn5xx: boolean;
  readonly maxDownloadBytes: number;
  readonly maxPollMs: number;
  /** Count as estimates for requests without a sample. */
  readonly prices: Prices;
  /** Names of the environment variables that job files may read. */
  readonly envAllow: readonly string[];
}

/** Lines of the log channel. Keys never reach the log: every line passes `redact`. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The lines of a runs file wait because the file cannot be written. */
export interface RunsFileFailure {
  readonly jobFile: string;
  readonly reason: string;
}

export interface TaskPorts extends BudgetPorts {
  readonly gateway: GatewayPort;
  readonly journal: JournalPort;
  readonly artifacts: ArtifactPort;
  readonly spool: SpoolPort;
  readonly runsFile: RunsFilePort;
  readonly openTasks: OpenTasksPort;
  readonly inputs: InputPort;
  readonly ledger: LedgerPort;
  readonly balances: BalancePort;
  readonly clock: Clock;
  readonly log: Log;
  readonly openProfile: OpenProfileByName;
  /** Whether this origin has ever responded, to this process or an earlier one. Never rejects. */
  readonly wasReached: (origin: string) => Promise<boolean>;
  readonly settings: () => EngineSettings;
  /** Called once for each runs file that cannot be written, and again only if the file could be written meanwhile. */
  readonly onRunsFileBlocked?: ((failure: RunsFileFailure) => void) | undefined;
  /** Called for a task whose id cannot be written to the journal now: it is lost if the process ends before it can. */
  readonly onUnwritten?: ((task: Task) => void) | undefined;
  /** Returns 64 hex digits of the SHA-256 of a string in UTF-8. */
  readonly sha256: (text: string) => string;
  /** Returns a name that no other process creates. */
  readonly createId: () => string;
  /** Returns a number with 0 ≤ value < 1. */
  readonly random: () => number;
}

export interface BalancePort {
  /** The balance that was read last, for whatever reason. Null if none was read. */
  lastSeen(profile: string): SeenBalance | null;
  /** Queries the balance. Concurrent callers share a query. Null if there is no balance. Never rejects. */
  read(profile: string, signal: AbortSignal): Promise<SeenBalance | null>;
}

/** Keeps media that came in a response until they are saved, so that the journal contains no media. */
export interface SpoolPort {
  /** Resolves when everything is on disk, or in memory if the disk accepts nothing. */
  put(request: SentRequest, response: GatewayResult): Promise<SpooledResponse>;
  /**
   * Returns the response to this request if a process wrote all of it to the spool and ended before the journal had it.
   * Null if there is none.
   */
  find(request: SentRequest): Promise<SpooledResponse | null>;
  /** Ids of the tasks for which the spool contains something. */
  listTasks(): Promise<ReadonlySet<string>>;
  /** Removes saved media from the spool. Does nothing for sources that are not spooled. */
  remove(sources: readonly ResultSource[]): Promise<void>;
  /** Writes what is in memory because the disk accepted nothing. What it refuses again stays. Never rejects. */
  flush(): Promise<void>;
  /**
   * Removes what an ended process wrote to the spool and no task needs. `isUnneeded` gets the id of a task and returns
   * whether the task needs no file. Never rejects.
   */
  removeOrphans(isUnneeded: (task: string) => boolean): Promise<void>;
}

/** A task as it was sent. The time is part of it because a task may be sent more than once. */
export type SentRequest = Pick<Task, 'id' | 'submittedAt'>;

/** A response that is the result, with its media in the spool. */
export interface SpooledResponse extends Omit<GatewayResult, 'deliveries'> {
  readonly results: readonly Result[];
}

export interface ArtifactPort {
  /**
   * Checks whether results could be saved in this place. Called before a request is sent, because afterward it is paid
   * for. Resolves to null if they can be saved, otherwise to the reason.
   */
  probe(place: ArtifactPlace): Promise<TaskError | null>;
  /** Removes files that an ended process has left half-written in this place. Never rejects. */
  tidy(place: ArtifactPlace): Promise<void>;
  /** Fetches a result and saves it under its own name. Rejects only when the signal aborts. */
  save(order: SaveOrder, signal: AbortSignal): Promise<SaveOutcome>;
  /** Whether the file exists and still contains these bytes. */
  has(artifact: Artifact, jobFile: string): Promise<boolean>;
}

export interface ArtifactPlace {
  /** Absolute path of the job file. */
  readonly jobFile: string;
  /** Artifacts may not leave this folder (absolute path). */
  readonly boundary: string;
  /** The name is without number and extension. */
  readonly output: Pick<OutputPlan, 'dir' | 'name' | 'collision' | 'templates'>;
  /**
   * Paths (relative to the job file) that other results of the run have, or are about to have. They are paid for as
   * well, so they are never replaced, and they are not collisions. A function, because they change while other results
   * are saved.
   */
  readonly siblingPaths: () => ReadonlySet<string>;
}

/** What is saved, under which name, and what the save tells and asks the task. */
export interface SaveOrder extends ArtifactPlace {
  readonly content: ResultSource | { readonly kind: 'text'; readonly text: string };
  /** Paths (relative to the job file) of the images that this task has saved. A text links to them. */
  readonly images: readonly string[];
  /** Base URL of the profile, whose own host may be private. Null if the profile no longer exists. */
  readonly baseUrl: string | null;
  /** Resolves to headers with the key if this is the origin of the task's gateway. Null for any other origin. */
  readonly readKeyHeaders: (origin: string) => Promise<Readonly<Record<string, string>> | null>;
  readonly maxBytes: number;
  /** What the bytes must be according to their content. Null if any media type is allowed. */
  readonly modality: Modality | null;
  readonly title: string | null;
  readonly lyrics: string | null;
  /** JSON that is embedded in the file if its format allows that. Null leaves the bytes unchanged. */
  readonly provenance: string | null;
  readonly output: OutputPlan;
  /** Values that the request has from the environment. No file name may contain them. */
  readonly fromEnv: FromEnv | undefined;
  /**
   * The number of the result among the results of its task, from 1, and their count. If the name does not contain the
   * number, it is added where a name may be replaced or must be free.
   */
  readonly ordinal: { readonly index: number; readonly count: number };
  /** The path that an earlier attempt was about to use when it was interrupted. Null if there was none. */
  readonly claimed: string | null;
  /** Lanes of results are served in turn, so that a run of hundreds of results does not delay another run. */
  readonly lane: string;
  /**
   * Awaited when an attempt is interrupted and another one may succeed. Resolves to whether there is another attempt.
   * `gainedBytes`: by how many bytes the attempt got further than all earlier ones.
   */
  onInterrupted(error: TaskError, gainedBytes: number): Promise<boolean>;
  /** Awaited before the bytes are measured. Null if a process ended meanwhile: then the file has no measures. */
  readonly onMeasuring: (() => Promise<void>) | null;
  /** Whether this job file has a result with this content hash on this machine, so that the file may be replaced. */
  isOurs(sha256: string): Promise<boolean>;
  /** Awaited before a file gets its final name. Called again if that name was taken meanwhile. */
  onPlacing(artifact: Artifact): Promise<void>;
}

export type SaveOutcome = { readonly kind: 'saved'; readonly artifact: Artifact } | SaveFailure;

export type SaveFailure =
  /** The URL is no longer valid (403, 404, 410). The gateway may have a new one. */
  | { readonly kind: 'expired'; readonly error: TaskError }
  /** The transfer was interrupted, and no attempt is left. */
  | { readonly kind: 'interrupted'; readonly error: TaskError }
  | { readonly kind: 'refused'; readonly error: TaskError };

export interface RunsFilePort {
  /** Appends one line to the runs file next to the job file, durably. */
  append(record: RunsRecord, place: { readonly jobFile: string; readonly boundary: string }): Promise<void>;
  /** Returns the oldest line first. Unreadable lines are left out, and a missing file has none. */
  read(jobFile: string): Promise<readonly RunsRecord[]>;
  /** Makes the lines durable that were read, because a process that wrote them may have ended before its sync. */
  sync(jobFile: string): Promise<void>;
  /**
   * Moves the runs file and the marks file next to a job file that has moved. Lines that are being appended move along,
   * and lines that are appended to the new file from now on come after them. Rejects when one of the files cannot be
   * moved: its new name is taken or leads out of the boundary.
   */
  move(move: JobFileMove): Promise<void>;
}

/** What all who use a folder tell each other, also those with another storage. Neither call rejects. */
export interface OpenTasksPort {
  /** Returns the tasks of a job file (absolute path), also those of this storage. Anyone may have written them. */
  read(jobFile: string): Promise<readonly OpenTask[]>;
  /** Resolves when the folders know it, durably, or when they cannot be written. */
  note(notes: readonly OpenNote[]): Promise<void>;
}

/** A job file that has a new name or folder. All paths are absolute. */
export interface JobFileMove {
  readonly from: string;
  readonly to: string;
  /** The files next to the job file may not leave this folder. */
  readonly boundary: string;
}

export interface InputPort {
  /** Returns the bytes of a `data:` URI, if the file is unchanged and within the boundary. Never rejects. */
  read(
    input: RequestInput,
    place: { readonly jobFile: string; readonly boundary: string; readonly maxBytes: number },
  ): Promise<InputOutcome>;
  /** Returns the text of a saved file. Null if its content is another one, or cannot be read. Never rejects. */
  readText(file: RequestInput, place: { readonly jobFile: string; readonly boundary: string }): Promise<string | null>;
}

export type InputOutcome =
  { readonly ok: true; readonly dataUrl: Uint8Array } | { readonly ok: false; readonly error: TaskError };
