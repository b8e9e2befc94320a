import type { Clock } from '../../../src/core/support/clock.ts';

export interface LeapingClock extends Clock {
  readonly slept: number[];
  /** Sets the wall clock forward or back. Timers that are running still end when they would have ended. */
  readonly set: (shiftMs: number) => void;
}

interface Sleeper {
  until: number;
  readonly wake: () => void;
}

/**
 * Creates a clock that does not wait: when there are only sleeps, the time leaps to the end of the earliest one. Real
 * sockets and files can be used with it, and take no time.
 */
export function createLeapingClock(startMs = Date.UTC(2026, 0, 1)): LeapingClock {
  const slept: number[] = [];
  const sleepers = new Set<Sleeper>();
  let now = startMs;
  let isLeaping = false;
  const leap = (): void => {
    isLeaping = false;
    const [next] = [...sleepers].toSorted((a, b) => a.until - b.until);
    if (!next) return;
    sleepers.delete(next);
    now = Math.max(now, next.until);
    next.wake();
    plan();
  };
  const plan = (): void => {
    if (isLeaping || sleepers.size === 0) return;
    isLeaping = true;
    setImmediate(leap);
  };
  return {
    slept,
    now: () => now,
    set(shiftMs) {
      now += shiftMs;
      for (const sleeper of sleepers) sleeper.until += shiftMs;
    },
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        slept.push(durationMs);
        const abort = (): void => {
          sleepers.delete(sleeper);
          reject(signal.reason as Error);
        };
        const sleeper: Sleeper = {
          until: now + durationMs,
          wake: () => {
            signal.removeEventListener('abort', abort);
            resolve();
          },
        };
        signal.addEventListener('abort', abort, { once: true });
        sleepers.add(sleeper);
        plan();
      }),
  };
}
