import type { PlannedRequest } from '../jobFile/request.ts';

/** The first five are in flight, the others are where a task ends. */
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

/** A file saved from a result. */
export interface Artifact {
  /** Relative to the job file's folder, `/`-separated. */
  readonly path: string;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** From the content, not from the header: `image/png`. */
  readonly mediaType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
  readonly title: string | null;
  readonly lyrics: string | null;
}

/** Why a task is where it is. The words for people are in `host/userMessage.ts`. */
export interface TaskError {
  readonly code: TaskErrorCode;
  /** What the gateway or the system said, cut to a readable length and free of keys; may be empty. */
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
  | 'download-failed'
  | 'too-large'
  | 'disk'
  | 'folder-gone'
  | 'outside-workspace'
  | 'name-taken'
  | 'output-blocked'
  | 'timed-out'
  | 'stopped-by-user'
  | 'send-stopped'
  | 'not-sent'
  | 'over-budget'
  | 'upstream-failed'
  | 'value-missing'
  | 'input-unreadable'
  | 'input-changed'
  | 'input-without-url'
  | 'dismissed'
  | 'internal';

/** The request was sent again after an attempt whose response was lost, or came from a proxy. */
export type TaskNote = 'earlier-attempt-may-be-charged';

/** What an account held at some moment. */
export interface SeenBalance {
  readonly usd: number;
  /** Unix ms. */
  readonly at: number;
}

/**
 * What is known of the process that has a task. `alive`: another window or computer works on it. `gone`: this window
 * adopts it at its next look. `unknown`: this window adopts it if nothing is heard of the process for as long as its lease.
 * `newer`: a newer version has written about it, which this one cannot continue.
 */
export type Holder = 'alive' | 'gone' | 'unknown' | 'newer';

/** One submitted request, followed until it ends. A snapshot: every change makes a new one. Times are Unix ms. */
export interface Task {
  /** The journal's id, known before the gateway answers. */
  readonly id: string;
  /** The press of Generate it belongs to. */
  readonly run: string;
  /** Absolute path of the job file. */
  readonly jobFile: string;
  readonly request: PlannedRequest;
  /** Name of the profile. */
  readonly profile: string;
  /** Set if this process does not have the task: here it is only shown. */
  readonly holder?: Holder;
  /** The folder of its job file does not exist, so that its result has no place. Only beside `holder`. */
  readonly isFolderGone?: true;
  /** Made by the sandbox: free, counts in no budget. */
  readonly isSandbox: boolean;
  readonly state: TaskState;
  /** The gateway's id; null before acceptance. */
  readonly taskId: string | null;
  /** 0..1, or null when the gateway does not say. */
  readonly progress: number | null;
  /** The gateway's own status word, as it came. */
  readonly statusWord: string | null;
  /** Why it ended badly, or, in flight, why it waits (`gateway-unreachable` while reconnecting). */
  readonly error: TaskError | null;
  readonly amountUsd: number | null;
  /** Of an answer in words, without its images, at most `maxChatTextLength`. Grows while it arrives; null until then. */
  readonly text: string | null;
  /** What a person should know beside the state. */
  readonly note?: TaskNote;
  /** Before the last attempt, as far as it was known without asking. */
  readonly balanceBefore?: SeenBalance;
  /** Of a request that may have been charged: what is left since. */
  readonly balanceAfter?: SeenBalance;
  /** When the first of its results cannot be fetched any more. Left out while there is none that has to be. */
  readonly resultsUntil?: number;
  readonly artifacts: readonly Artifact[];
  readonly createdAt: number;
  readonly submittedAt: number | null;
  readonly endedAt: number | null;
}

/** What the user can do about where a task saves its results; a folder is selected for it. */
export type PlaceAction = 'locateFolder' | 'saveTo';

/** What a person can do with a task; which of them depends on its state. */
export type TaskAction = 'stopWatching' | 'resume' | 'retry' | 'resubmit' | 'dismiss' | 'saveAgain' | 'remove';
