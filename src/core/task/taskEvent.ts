import type { PlannedRequest } from '../jobFile/request.ts';
import type { Artifact, TaskError } from './task.ts';
import type { Placing, Result } from './taskEntry.ts';

/** Everything that can happen to a task. `at` is Unix ms. */
export type TaskEvent = { readonly at: number } & TaskChange;

export type TaskChange =
  /** Written down just before the bytes leave. */
  | { readonly kind: 'sending'; readonly attempt: number; readonly isSandbox: boolean }
  /** The attempt came to nothing for sure; another one follows by itself. */
  | { readonly kind: 'postponed'; readonly error: TaskError; readonly mayBeCharged: boolean }
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
    }
  | ({ readonly kind: 'placing' } & Placing)
  | { readonly kind: 'saved'; readonly artifacts: readonly Artifact[] }
  | { readonly kind: 'unsaved'; readonly artifacts: readonly Artifact[]; readonly error: TaskError }
  | {
      readonly kind: 'failed';
      readonly error: TaskError;
      readonly statusWord: string | null;
      readonly amountUsd: number | null;
    }
  | { readonly kind: 'unconfirmed'; readonly error: TaskError }
  | { readonly kind: 'lost'; readonly error: TaskError }
  | { readonly kind: 'stopped'; readonly error: TaskError }
  /** By a person: from `stopped` or `lost`. */
  | { readonly kind: 'resumed' }
  /** By a person: from `unconfirmed`. */
  | { readonly kind: 'resubmitted' }
  | { readonly kind: 'dismissed' }
  /** By a person: from `unsaved`. */
  | { readonly kind: 'saving-again' }
  /** The runs file has its line. */
  | { readonly kind: 'recorded' };

/** How a task begins: everything that never changes about it. */
export interface TaskSeed {
  readonly run: string;
  readonly jobFile: string;
  readonly boundary: string;
  readonly profile: string;
  readonly isSandbox: boolean;
  readonly request: PlannedRequest;
}

/** One line of the journal. `task` is the journal's id of the task. */
export type JournalRecord = { readonly v: 1; readonly task: string; readonly at: number } & (
  | { readonly kind: 'planned'; readonly seed: TaskSeed }
  | TaskChange
  /** Taken out of the history. */
  | { readonly kind: 'removed' }
);

/** What the journal keeps. Progress and trouble are forgotten: the next poll tells. */
export function isDurable({ kind }: TaskChange): boolean {
  return kind !== 'polled' && kind !== 'troubled';
}
