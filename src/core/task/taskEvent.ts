import type { PlannedRequest, RequestInput } from '../jobFile/request.ts';
import type { ResultRef } from './resultRef.ts';
import type { RunTerms } from './runTerms.ts';
import type { Artifact, SeenBalance, TaskError } from './task.ts';
import type { Placing, Result } from './taskEntry.ts';

/** Everything that can happen to a task. `at` is Unix ms. */
export type TaskEvent = { readonly at: number } & TaskChange;

export type TaskChange =
  /** What the request says of files and other jobs is worked out; `uploads` are the files whose bytes go with it. */
  | { readonly kind: 'filled'; readonly request: PlannedRequest; readonly uploads: readonly RequestInput[] }
  /** Written down just before the bytes leave. */
  | {
      readonly kind: 'sending';
      readonly attempt: number;
      readonly isSandbox: boolean;
      /** Origin of the gateway that gets the request. Left out for the sandbox, and by earlier versions. */
      readonly origin?: string;
      /** The balance as it was last seen, where it was. */
      readonly balance?: SeenBalance;
    }
  /** The attempt came to nothing for sure; another one follows by itself. */
  | { readonly kind: 'postponed'; readonly error: TaskError; readonly mayBeCharged: boolean }
  /**
   * The response that follows is to the request that is in doubt, or was until the user dismissed it: the process that had
   * the task before has read it.
   */
  | { readonly kind: 'late-response' }
  /** More of the text has come. */
  | { readonly kind: 'streamed'; readonly text: string }
  /** The same for the journal: from `offset` on (in UTF-16 units) the text is now this. */
  | { readonly kind: 'kept'; readonly offset: number; readonly text: string }
  | { readonly kind: 'accepted'; readonly taskId: string; readonly statusWord: string | null }
  | {
      readonly kind: 'polled';
      readonly phase: 'pending' | 'running';
      readonly statusWord: string | null;
      readonly progress: number | null;
    }
  /** Something harmless is in the way. Null when a person has cleared it: the time for watching starts anew. */
  | { readonly kind: 'troubled'; readonly error: TaskError | null }
  /** The gateway has finished, or names fresh URLs of what it has finished. */
  | {
      readonly kind: 'ended';
      readonly statusWord: string | null;
      readonly amountUsd: number | null;
      readonly results: readonly Result[];
      /**
       * A response in words, or one that names no result and is kept. Empty forgets the text of before; left out, that
       * stays.
       */
      readonly text?: string;
      /** From submit to end, where it was watched. */
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
      /** What came before the failure. */
      readonly text?: string;
    }
  | { readonly kind: 'unconfirmed'; readonly error: TaskError; readonly text?: string }
  /** What is left after a request that may have been charged. */
  | { readonly kind: 'balance-read'; readonly balance: SeenBalance }
  | { readonly kind: 'lost'; readonly error: TaskError }
  | { readonly kind: 'stopped'; readonly error: TaskError }
  /** A job that it needs has no result. */
  | { readonly kind: 'skipped'; readonly error: TaskError }
  /** By a person: from `stopped` or `lost`. */
  | { readonly kind: 'resumed' }
  /** By a person: from `unconfirmed`. */
  | { readonly kind: 'resubmitted' }
  | { readonly kind: 'dismissed' }
  /** By a person: from `unsaved`. */
  | { readonly kind: 'saving-again' }
  /** The runs file has its line. */
  | { readonly kind: 'recorded' }
  | ({ readonly kind: 'moved' } & TaskPlace);

/** Where the results of a task belong. Both paths are absolute. */
export interface TaskPlace {
  /** The job file under its present name, or the name that it would have in a folder without it. */
  readonly jobFile: string;
  /** Artifacts may not leave this folder. */
  readonly boundary: string;
  /** Artifacts are saved right beside the job file, under a free name, whatever folder and collision `output` says. */
  readonly isFlat?: true;
}

/** How a task begins. */
export interface TaskSeed {
  readonly run: string;
  readonly jobFile: string;
  readonly boundary: string;
  readonly profile: string;
  readonly isSandbox: boolean;
  /** Those of its job file in the run. Left out by earlier versions. */
  readonly terms?: RunTerms;
  /** Origin of the profile when the run was started. Left out where the first submit decides. */
  readonly origin?: string;
  readonly request: PlannedRequest;
  /** The results that it waits for: all requests of the jobs that it needs, job by job, in their order. */
  readonly sources?: readonly ResultRef[];
}

/** One line of the journal. `task` is the journal's id of the task. */
export type JournalRecord = { readonly v: 1; readonly task: string; readonly at: number } & (
  | { readonly kind: 'planned'; readonly seed: TaskSeed }
  | TaskChange
  /** The task is out of the list, and the ledger has what it has cost. */
  | { readonly kind: 'removed' }
  /** Written by earlier versions: the task is out of the list, but the ledger does not have it yet. */
  | { readonly kind: 'unlisted' }
);

/** What the journal keeps. Progress and trouble are forgotten: the next poll tells. A text is `kept` now and then. */
export function isDurable({ kind }: TaskChange): boolean {
  return kind !== 'polled' && kind !== 'troubled' && kind !== 'streamed';
}
