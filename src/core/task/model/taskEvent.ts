import type { PlannedRequest, RequestInput } from '../../jobFile/request.ts';
import type { Artifact, BalanceReading, SeenBalance, TaskError } from './task.ts';
import type { ResultRef, Placing, Result, RunTerms } from './taskEntry.ts';

/** Everything that can happen to a task. `at` is Unix ms. */
export type TaskEvent = { readonly at: number } & TaskChange;

export type TaskChange =
  /** References to files and jobs are evaluated. The bytes of `uploads` are sent with the request. */
  | { readonly kind: 'filled'; readonly request: PlannedRequest; readonly uploads: readonly RequestInput[] }
  /** Recorded just before the bytes leave. */
  | {
      readonly kind: 'sending';
      readonly attempt: number;
      readonly isSandbox: boolean;
      /** Origin of the gateway that gets the request. Left out for the sandbox, and by earlier versions. */
      readonly origin?: string;
      /** The last known balance. Left out if no balance is known. */
      readonly balance?: SeenBalance;
      /** Name of the header that identifies the request. Left out if the gateway honors none. */
      readonly idempotencyHeader?: string;
    }
  /** The attempt certainly had no effect. Another attempt follows automatically. */
  | { readonly kind: 'postponed'; readonly error: TaskError; readonly mayBeCharged: boolean }
  /**
   * The next record is the response to an unconfirmed request, or to one that the user has dismissed. The process that
   * had the task before has read it.
   */
  | { readonly kind: 'late-response' }
  | { readonly kind: 'streamed'; readonly text: string }
  /** The form of `streamed` for the journal: `text` replaces the text from `offset` (in UTF-16 units) to the end. */
  | { readonly kind: 'kept'; readonly offset: number; readonly text: string }
  /** `submittedAt`: Unix ms at which another program has sent the request, left out if this one has. */
  | {
      readonly kind: 'accepted';
      readonly taskId: string;
      readonly statusWord: string | null;
      readonly submittedAt?: number;
    }
  | {
      readonly kind: 'polled';
      readonly phase: 'pending' | 'running';
      readonly statusWord: string | null;
      readonly progress: number | null;
    }
  /** A harmless error delays the task. Null if the user has removed its cause: the limit for watching starts again. */
  | { readonly kind: 'waiting'; readonly error: TaskError | null }
  /** The gateway has finished the task, or has returned new URLs for its results. */
  | {
      readonly kind: 'finished';
      readonly statusWord: string | null;
      readonly amountUsd: number | null;
      readonly results: readonly Result[];
      /**
       * The text of a chat response, or of a response that names no result and is kept. An empty string deletes the
       * earlier text. If it is left out, the earlier text is kept.
       */
      readonly text?: string;
      /** Why the result is not whole, or why there is none. Left out if it is whole, or if an earlier event said it. */
      readonly cut?: TaskError;
      /** Time from submit to end. Left out if the task was not watched all the time. */
      readonly tookMs?: number;
    }
  /** The bytes of this piece are parsed next, which may end the process. */
  | { readonly kind: 'measuring'; readonly piece: string }
  | ({ readonly kind: 'placing' } & Placing)
  | { readonly kind: 'saved'; readonly artifacts: readonly Artifact[] }
  | { readonly kind: 'unsaved'; readonly artifacts: readonly Artifact[]; readonly error: TaskError }
  | {
      readonly kind: 'failed';
      readonly error: TaskError;
      readonly statusWord: string | null;
      readonly amountUsd: number | null;
      readonly text?: string;
    }
  | { readonly kind: 'unconfirmed'; readonly error: TaskError; readonly text?: string; readonly amountUsd?: number }
  | { readonly kind: 'balance-read'; readonly balance: BalanceReading }
  | { readonly kind: 'lost'; readonly error: TaskError }
  | { readonly kind: 'stopped'; readonly error: TaskError }
  /** A job that the task needs has no result. */
  | { readonly kind: 'skipped'; readonly error: TaskError }
  /** The user resumes a `stopped` or `lost` task. */
  | { readonly kind: 'resumed' }
  /** The user sends an `unconfirmed` request again. */
  | { readonly kind: 'resubmitted' }
  | { readonly kind: 'dismissed' }
  /** The user saves an `unsaved` task again. */
  | { readonly kind: 'saving-again' }
  /** The runs file contains the line of this end. */
  | { readonly kind: 'recorded' }
  /** The user has removed the task from the list. It stays in the journal until the runs file has its line. */
  | { readonly kind: 'unlisted' }
  /** `artifacts`: those of the task, if they have moved as well. */
  | ({ readonly kind: 'moved'; readonly artifacts?: readonly Artifact[] } & TaskPlace);

/** Where the results of a task are saved. Both paths are absolute. */
export interface TaskPlace {
  /** The job file under its present name, or the name that it would have in a folder that does not contain it. */
  readonly jobFile: string;
  /** Artifacts may not leave this folder. */
  readonly boundary: string;
  /** Artifacts are saved next to the job file under a free name, whatever folder and collision `output` says. */
  readonly isFlat?: true;
}

export interface TaskSeed {
  readonly run: string;
  readonly jobFile: string;
  readonly boundary: string;
  readonly profile: string;
  readonly isSandbox: boolean;
  /** Terms of the job file in the run. Left out by earlier versions. */
  readonly terms?: RunTerms;
  /** Origin of the profile when the run was started. If it is left out, the first submit decides. */
  readonly origin?: string;
  readonly request: PlannedRequest;
  /** The results that the task waits for: all requests of the jobs that it needs, job by job, in their order. */
  readonly sources?: readonly ResultRef[];
  /** See `TaskEntry.alongside`. Left out if there are none. */
  readonly alongside?: 'all' | readonly string[];
  /** Another program has sent the request, and the gateway has accepted it. Left out for all other tasks. */
  readonly accepted?: { readonly taskId: string; readonly submittedAt: number };
}

/** One line of the journal. `task` is the journal's id of the task. */
export type JournalRecord = { readonly v: 1; readonly task: string; readonly at: number } & (
  | { readonly kind: 'planned'; readonly seed: TaskSeed }
  | TaskChange
  /** The task was removed from the list, and its cost is in the ledger. */
  | { readonly kind: 'removed' }
);
