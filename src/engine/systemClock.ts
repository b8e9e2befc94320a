import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/support/clock.ts';

/** Longer waits are cut: a wait that spans the sleep of a laptop must not be late by all of what was left of it. */
const maxSliceMs = 5_000;

export const systemClock: Clock = {
  now: Date.now,
  async sleep(durationMs, signal) {
    const [until, startedAt] = [Date.now() + durationMs, performance.now()];
    signal.throwIfAborted();
    // The wall clock goes on while a laptop sleeps, the other one is not put back: whichever is first counts.
    const left = (): number => Math.min(until - Date.now(), durationMs - (performance.now() - startedAt));
    for (let leftMs = durationMs; leftMs > 0; leftMs = left()) {
      try {
        await sleep(Math.min(leftMs, maxSliceMs), undefined, { signal });
      } catch (error) {
        // Node wraps the reason; the contract of Clock is the reason itself.
        signal.throwIfAborted();
        throw error;
      }
    }
  },
};
