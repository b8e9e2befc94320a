import { createLimiter, type Limiter } from './limiter.ts';
import type { TaskError } from './task.ts';

/** What one press of Generate asks for. */
export interface RunTerms {
  /** Tasks at once. */
  readonly concurrency: number;
  /** What the job file allows this press to cost; null leaves it to the settings. */
  readonly budgetUsd: number | null;
  /** A task that ends without a result stops the submits of the others. */
  readonly stopsOnError: boolean;
}

/** The tasks of one press of Generate, as far as they hang together. */
export interface Run {
  readonly id: string;
  readonly terms: RunTerms;
  readonly places: Limiter;
  /** A key, a quota or a budget has failed one task and would fail the others: none is sent by itself any more. */
  stopSubmits(reason?: TaskError): void;
  /** What tasks say that were not sent therefore; null while they may be. */
  readonly stopReason: TaskError | null;
}

const notSent: TaskError = { code: 'not-sent', message: '' };

export function createRun(id: string, terms: RunTerms, onStop?: (reason: TaskError) => void): Run {
  let stopReason: TaskError | null = null;
  return {
    id,
    terms,
    places: createLimiter(Math.max(1, Math.floor(terms.concurrency) || 1)),
    get stopReason() {
      return stopReason;
    },
    stopSubmits(reason = notSent) {
      if (stopReason) return;
      stopReason = reason;
      onStop?.(reason);
    },
  };
}
