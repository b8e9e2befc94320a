import { createLimiter, type Limiter } from './limiter.ts';

/** The tasks of one press of Generate, as far as they hang together. */
export interface Run {
  readonly id: string;
  readonly places: Limiter;
  /** A key or a quota has failed one task and would fail the others: none of them is sent by itself any more. */
  stopSubmits(): void;
  readonly isStopped: boolean;
}

export function createRun(id: string, { concurrency, onStop }: { concurrency: number; onStop?: () => void }): Run {
  let isStopped = false;
  return {
    id,
    places: createLimiter(Math.max(1, Math.floor(concurrency) || 1)),
    get isStopped() {
      return isStopped;
    },
    stopSubmits() {
      if (isStopped) return;
      isStopped = true;
      onStop?.();
    },
  };
}
