import type { Modality } from '../catalog/catalog.ts';
import type { RunsRecord } from '../artifact/runsRecord.ts';
import type { FromEnv, OutputPlan, RequestInput } from '../jobFile/request.ts';
import type { Clock } from '../support/clock.ts';
import type { GatewayPort, OpenProfile, SubmitOutcome } from './gatewayPort.ts';
import type { JournalPort } from './journalPort.ts';
import type { BudgetNews } from './money/budget.ts';
import type { LedgerPort } from './money/ledgerPort.ts';
import type { Artifact, SeenBalance, Task, TaskError } from './task.ts';
import type { Result, ResultSource } from './taskEntry.ts';

export interface EngineSettings {
  readonly retryOn5xx: boolean;
  readonly maxDownloadBytes: number;
  readonly maxPollMs: number;
  /** For one press of Generate, in USD; 0 is none. */
  readonly budgetRunUsd: number;
  /** For a local calendar day, in USD; 0 is none. */
  readonly budgetDayUsd: number;
  /** Names of the environment that job files may read. */
  readonly envAllow: readonly string[];
}

/** Lines of the log channel. Keys never reach it: what is logged passes `redact`. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Lines of this job file's runs file wait until it can be written. */
export interface RunsFileFailure {
  readonly jobFile: string;
  /** What the system said. */
  readonly reason: string;
}

/** All that the task engine needs from outside. */
export interface TaskPorts {
  readonly gateway: GatewayPort;
  readonly journal: JournalPort;
  readonly artifacts: ArtifactPort;
  readonly spool: SpoolPort;
  readonly runsFile: RunsFilePort;
  readonly inputs: InputPort;
  readonly ledger: LedgerPort;
  readonly balances: BalancePort;
  readonly clock: Clock;
  readonly log: Log;
  /** Null when there is no profile of that name (any more). */
  openProfile(name: string): Promise<OpenProfile | null>;
  /** Whether anything of this origin has ever responded, also to an earlier process. Never rejects. */
  wasReached(origin: string): Promise<boolean>;
  settings(): EngineSettings;
  /** Called once for each budget of which most is used. */
  readonly onNearBudget?: ((news: BudgetNews) => void) | undefined;
  /** Called once for each runs file that cannot be written, and again only after it could be. */
  readonly onRunsFileBlocked?: ((failure: RunsFileFailure) => void) | undefined;
  /** Called for a task whose id cannot be written to the journal now: it is lost if the process ends before it can. */
  readonly onUnwritten?: ((task: Task) => void) | undefined;
  /** 64 hex digits of the SHA-256 of a text in UTF-8. */
  readonly sha256: (text: string) => string;
  /** A name that no other process makes up. */
  readonly createId: () => string;
  /** 0 ≤ value < 1. */
  readonly random: () => number;
}

/** What is left on the account of a profile. */
export interface BalancePort {
  /** As it was read last, for whatever reason; null where it never was. */
  lastSeen(profile: string): SeenBalance | null;
  /** Asks; who asks meanwhile shares the answer. Null when there is none. Never rejects. */
  read(profile: string, signal: AbortSignal): Promise<SeenBalance | null>;
}

/** Keeps what came inside an answer until it is saved, so that the journal holds no media. */
export interface SpoolPort {
  /** Resolves when all of it is on disk, or in memory where that takes nothing. */
  put(request: SentRequest, answer: DeliveredAnswer): Promise<SpooledAnswer>;
  /**
   * The answer to this request, where a process put all of it aside and ended before it could write that down. Null when
   * there is none.
   */
  find(request: SentRequest): Promise<SpooledAnswer | null>;
  /** Ids of the tasks for which something is kept. */
  listTasks(): Promise<ReadonlySet<string>>;
  /** Lets go of what was saved; does nothing for sources that are not spooled. */
  remove(sources: readonly ResultSource[]): Promise<void>;
  /** Writes what is in memory because the disk took nothing. What it does not take now stays in memory. Never rejects. */
  flush(): Promise<void>;
  /** Lets go of what a process that is gone put aside, and nobody asks for. `isOver`: by the id of a task. Never rejects. */
  removeOrphans(isOver: (task: string) => boolean): Promise<void>;
}

/** A task as it was sent: when, since it may be sent more than once. */
export type SentRequest = Pick<Task, 'id' | 'submittedAt'>;

/** An answer that is the result. */
export type DeliveredAnswer = Pick<Extract<SubmitOutcome, { kind: 'delivered' }>, 'deliveries' | 'amountUsd' | 'text'>;

/** The same without its media. */
export interface SpooledAnswer extends Pick<DeliveredAnswer, 'amountUsd' | 'text'> {
  readonly results: readonly Result[];
}

export interface ArtifactPort {
  /**
   * Whether results could be saved in this place: asked before a request is sent, since afterwards it is paid for. Null
   * when so, else the reason.
   */
  probe(place: ArtifactPlace): Promise<TaskError | null>;
  /** Removes what a process that is gone has left half written in this place. Never rejects. */
  tidy(place: ArtifactPlace): Promise<void>;
  /** Fetches a result and gives it a name of its own. Rejects only when the signal aborts. */
  save(order: SaveOrder, signal: AbortSignal): Promise<SaveOutcome>;
  /** Whether the file is there and still holds these bytes. */
  has(artifact: Artifact, jobFile: string): Promise<boolean>;
}

/** Where artifacts go. */
export interface ArtifactPlace {
  /** Absolute path. */
  readonly jobFile: string;
  /** Artifacts may not leave this folder (absolute). */
  readonly boundary: string;
  /** The name is without number and extension. */
  readonly output: Pick<OutputPlan, 'dir' | 'name' | 'collision' | 'templates'>;
  /**
   * Paths (relative to the job file) that other results of the run have, or are about to take: paid for as well, so they
   * are never replaced, and count as no collision. They change while others are saved, hence a function.
   */
  readonly siblingPaths: () => ReadonlySet<string>;
}

export interface SaveOrder extends ArtifactPlace {
  readonly output: OutputPlan;
  /** What the environment has contributed to the request: no file name holds it. */
  readonly fromEnv: FromEnv | undefined;
  /** Which of the results of its task it is, for names that speak of that. */
  readonly place: { readonly index: number; readonly count: number };
  readonly content: ResultSource | { readonly kind: 'text'; readonly text: string };
  /** Paths (relative to the job file) of the images that this task has saved: a text names them. */
  readonly images: readonly string[];
  /** What the bytes must be, judged by their content; null where anything may come. */
  readonly modality: Modality | null;
  /** The gateway's own host may be private; null when the profile is gone. */
  readonly baseUrl: string | null;
  readonly maxBytes: number;
  /** Where a name may be replaced or must be free: the number of the name that this result wants, from 1. */
  readonly number: number;
  readonly title: string | null;
  readonly lyrics: string | null;
  /** What is written into the file, where its format has a place for it; null leaves the bytes as they came. */
  readonly provenance: string | null;
  /** The path that an earlier attempt was about to take when it was cut off; null when there was none. */
  readonly claimed: string | null;
  /** Results take turns by lane, so that a run of hundreds does not hold up another one. */
  readonly lane: string;
  /**
   * Awaited when an attempt breaks off and another one may do better; answers whether there is one. `gainedBytes`: how
   * much further it came than all before.
   */
  onInterrupted(error: TaskError, gainedBytes: number): Promise<boolean>;
  /**
   * Awaited before the bytes are measured. Null when a process ended while it measured them: then the file is saved
   * without a measure.
   */
  readonly onMeasuring: (() => Promise<void>) | null;
  /** Whether a task of this machine has saved a file with this content hash, so that it may be replaced. */
  isOurs(sha256: string): Promise<boolean>;
  /** Awaited before a file takes its final name; called again when that name was taken meanwhile. */
  onPlacing(artifact: Artifact): Promise<void>;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly artifact: Artifact }
  /** The URL is no longer good (403, 404, 410); the gateway may have a fresh one. */
  | { readonly kind: 'expired'; readonly error: TaskError }
  /** Tried as often as was asked for. */
  | { readonly kind: 'interrupted'; readonly error: TaskError }
  | { readonly kind: 'refused'; readonly error: TaskError };

export interface RunsFilePort {
  /** Appends one line to the runs file beside the job file, durably. */
  append(record: RunsRecord, place: { readonly jobFile: string; readonly boundary: string }): Promise<void>;
  /** Oldest first; lines that cannot be read are left out, and a missing file has none. */
  read(jobFile: string): Promise<readonly RunsRecord[]>;
  /**
   * Moves runs file and marks file beside a job file that has moved. Lines that are being appended move along, and those
   * appended from now on to the new file come after. Rejects when one of the files cannot be moved: its new name is taken
   * or leads out of the boundary.
   */
  move(move: JobFileMove): Promise<void>;
}

/** A job file that has another name or folder. All paths are absolute. */
export interface JobFileMove {
  readonly from: string;
  readonly to: string;
  /** What lies beside the job file may not leave this folder. */
  readonly boundary: string;
}

/** Local files that go with a request. */
export interface InputPort {
  /** The file as the bytes of a `data:` URI, if it still is what was planned and lies within the boundary. Never rejects. */
  read(
    input: RequestInput,
    place: { readonly jobFile: string; readonly boundary: string; readonly maxBytes: number },
  ): Promise<InputOutcome>;
}

export type InputOutcome =
  { readonly ok: true; readonly dataUrl: Uint8Array } | { readonly ok: false; readonly error: TaskError };
