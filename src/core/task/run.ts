import { createLimiter, type Limiter } from './limiter.ts';
import type { TaskError } from './task.ts';

/** The tasks of one press of Generate, as far as they hang together. */
export interface Run {
  readonly id: string;
  readonly places: Limiter;
  /** What the job file allows this press to cost; null leaves it to the settings. */
  readonly budgetUsd: number | null;
  /** A task that ends without a result stops the submits of the others. */
  readonly stopsOnError: boolean;
  /** A key, a quota or a budget has failed one task and would fail the others: none is sent by itself any more. */
  stopSubmits(reason?: TaskError): void;
  /** What tasks say that were not sent therefore; null while they may be. */
  readonly stopReason: TaskError | null;
}

export interface RunOptions {
  readonly concurrency: number;
  readonly budgetUsd?: number | null;
  readonly stopsOnError?: boolean;
  readonly onStop?: (reason: TaskError) => void;
}

const notSent: TaskError = { code: 'not-sent', message: '' };

export function createRun(id: string, { concurrency, onStop, ...rest }: RunOptions): Run {
  let stopReason: TaskError | null = null;
  return {
    id,
    places: createLimiter(Math.max(1, Math.floor(concurrency) || 1)),
    budgetUsd: rest.budgetUsd ?? null,
    stopsOnError: rest.stopsOnError ?? false,
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
