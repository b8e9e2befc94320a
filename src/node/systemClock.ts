import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { SteadyClock } from '../core/support/clock.ts';

/** Longer waits are split: after a laptop's sleep, a wait must not be late by all of its remaining time. */
const maxSliceMs = 5_000;

/** `ref`: whether a wait keeps the process from ending. */
function createSystemClock({ ref }: { readonly ref: boolean }): SteadyClock {
  return {
    now: Date.now,
    monotonicMs: () => performance.now(),
    async sleep(durationMs, signal) {
      const [until, startedAt] = [Date.now() + durationMs, performance.now()];
      signal.throwIfAborted();
      // The wait ends as soon as one of the two clocks says so: the wall clock continues while a laptop sleeps, and the
      // other clock is never set back.
      const left = (): number => Math.min(until - Date.now(), durationMs - (performance.now() - startedAt));
      for (let leftMs = durationMs; leftMs > 0; leftMs = left()) {
        try {
          await sleep(Math.min(leftMs, maxSliceMs), undefined, { signal, ref });
        } catch (error) {
          // Node wraps the reason. The contract of Clock is the reason itself.
          signal.throwIfAborted();
          throw error;
        }
      }
    },
  };
}

export const systemClock = createSystemClock({ ref: true });

/** Shows the same time as `systemClock`. Its waits do not keep the process from ending. */
export const backgroundClock = createSystemClock({ ref: false });

/** How long a long loop keeps other work waiting, in ms. */
const maxWaitMs = 8;

/** Returns a function to await in each round of a long loop. At intervals, it lets other work run. */
export function createPauses(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < maxWaitMs) return undefined;
    return nextTurn().then(() => void (startedAt = performance.now()));
  };
}
