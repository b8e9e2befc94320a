import type { PlannedRequest } from '../../jobFile/request.ts';

/** The first five states are in flight. In the others, the task has ended. */
export type TaskState =
  | 'planned'
  | 'sending'
  | 'pending'
  | 'running'
  | 'saving'
  | 'saved'
  | 'failed'
  | 'unconfirmed'
  | 'lost'
  | 'unsaved'
  | 'stopped'
  | 'skipped';

export interface Artifact {
  /** Path relative to the job file's folder, `/`-separated. */
  readonly path: string;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** Media type according to the content, not the header, such as `image/png`. */
  readonly mediaType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  readonly title: string | null;
  readonly lyrics: string | null;
}

/** Why a task is in its state. The text for the user is in `host/ui/errorTexts.ts`. */
export interface TaskError {
  readonly code: TaskErrorCode;
  /** What the gateway or the system said, cut to a readable length and without keys. May be empty. */
  readonly message: string;
  readonly httpStatus?: number;
}

export type TaskErrorCode =
  | 'key-missing'
  | 'key-refused'
  | 'quota-exhausted'
  | 'request-rejected'
  | 'rate-limited'
  | 'gateway-error'
  | 'gateway-unreachable'
  | 'not-a-gateway'
  | 'profile-unknown'
  | 'profile-changed'
  | 'no-answer'
  | 'answer-without-task'
  | 'task-failed'
  | 'task-unknown'
  | 'no-result'
  | 'cut-at-limit'
  | 'cut-short'
  | 'part-missing'
  | 'download-failed'
  | 'too-large'
  | 'more-results'
  | 'disk'
  | 'folder-gone'
  | 'outside-workspace'
  | 'name-taken'
  | 'output-blocked'
  | 'timed-out'
  | 'stopped-by-user'
  | 'send-stopped'
  | 'not-sent'
  | 'run-stopped'
  | 'over-budget'
  | 'sent-elsewhere'
  | 'upstream-failed'
  | 'value-missing'
  | 'input-unreadable'
  | 'input-changed'
  | 'input-without-url'
  | 'dismissed'
  | 'internal';

export interface SeenBalance {
  readonly usd: number;
  /** Unix ms. */
  readonly at: number;
}

/** A balance that was read after a request that may have been charged. */
export interface BalanceReading extends SeenBalance {
  /** As far as this machine knows, no other request was or may have been charged since `balanceBefore`. */
  readonly isAlone?: true;
}

/**
 * What is known about the process that has a task. `alive`: another window or computer works on the task. `gone`: this
 * window adopts the task the next time it looks. `unknown`: this window adopts the task if the process gives no sign of
 * life for the duration of its lease. `newer`: a newer version of Genwright has written about the task, and this
 * version cannot continue it.
 */
export type Holder = 'alive' | 'gone' | 'unknown' | 'newer';

/** One submitted request, watched until it ends. A snapshot: every change makes a new one. Times are Unix ms. */
export interface Task {
  /** The journal's id, which exists before the gateway responds. */
  readonly id: string;
  readonly run: string;
  /** Absolute path of the job file. */
  readonly jobFile: string;
  readonly request: PlannedRequest;
  readonly profile: string;
  /** Set if another process has the task, or none: this process only shows it. */
  readonly holder?: Holder;
  /** The folder of the job file does not exist, so the result cannot be saved. Only together with `holder`. */
  readonly isFolderGone?: true;
  /** The sandbox makes the result: it is free and not included in any budget. */
  readonly isSandbox: boolean;
  readonly state: TaskState;
  /** The gateway's id. Null before the gateway accepts the request. */
  readonly taskId: string | null;
  /** From 0 to 1. Null if the gateway does not say. */
  readonly progress: number | null;
  /** The gateway's own status word, unchanged. */
  readonly statusWord: string | null;
  /** Why the task failed or, in flight, why it waits (`gateway-unreachable` while Genwright reconnects). */
  readonly error: TaskError | null;
  readonly amountUsd: number | null;
  /** Text of a chat response without its images, at most `maxChatTextLength` long. It grows. Null before it begins. */
  readonly text: string | null;
  /** Number of attempts before the last one that may have been charged: without a response, or with one of a proxy. */
  readonly doubtfulAttempts: number;
  /** The amounts that the gateway has named for some of these attempts. In USD. */
  readonly earlierUsd: readonly number[];
  /** Name of the header that has identified the request in all of these attempts, and in the last one. */
  readonly idempotencyHeader?: string;
  /** The last known balance before the last attempt. No query was made for it. */
  readonly balanceBefore?: SeenBalance;
  /** The first balance that was read after a request that may have been charged, and the last ones. Oldest first. */
  readonly balancesAfter?: readonly BalanceReading[];
  /** Why the result is not whole, or why there is none. Left out for a whole result. */
  readonly cut?: TaskError;
  /** When the first of the results expires. Left out if no result has to be fetched. */
  readonly resultsExpireAt?: number;
  readonly artifacts: readonly Artifact[];
  readonly createdAt: number;
  readonly submittedAt: number | null;
  readonly endedAt: number | null;
}

/** What the user can do about the folder of a task's results. For both actions the user selects a folder. */
export type PlaceAction = 'locateFolder' | 'saveTo';

/** What the user can do with a task. The state decides which of these actions are possible. */
export type TaskAction =
  'stopWatching' | 'resume' | 'retry' | 'checkBalance' | 'resubmit' | 'dismiss' | 'saveAgain' | 'remove';
