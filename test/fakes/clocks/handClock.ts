import type { Clock } from '../../../src/core/support/clock.ts';
import { withPatience } from '../../support/patience.ts';

/** Creates a clock whose timers end when the test says so. Its time passes only by `setWall` and `elapse`. */
export function createHandClock() {
  let wallMs = 1_000_000;
  const timers = new Set<{ readonly durationMs: number; readonly end: () => void }>();
  const sleeps: number[] = [];
  let tellStart = (): void => undefined;
  const clock: Clock = {
    now: () => wallMs,
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        const timer = {
          durationMs,
          end: () => {
            timers.delete(timer);
            resolve();
          },
        };
        timers.add(timer);
        sleeps.push(durationMs);
        signal.addEventListener('abort', () => {
          timers.delete(timer);
          reject(new Error('Aborted'));
        });
        tellStart();
      }),
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Waits for a timer of this length. */
  const started = async (durationMs: number): Promise<void> => {
    while (![...timers].some((timer) => timer.durationMs === durationMs)) {
      const next = new Promise<void>((resolve) => (tellStart = resolve));
      await withPatience(next, () => `no timer of ${durationMs} ms`);
    }
  };
  /** Ends the timers of this length in the same turn. */
  const fire = (durationMs: number): void => {
    for (const timer of timers) if (timer.durationMs === durationMs) timer.end();
  };
  return {
    clock,
    /** Lengths of all timers, also of those that have ended. */
    sleeps,
    timers: () => [...timers].map(({ durationMs }) => durationMs),
    setWall: (shiftMs: number) => void (wallMs += shiftMs),
    settle,
    started,
    fire,
    /** Ends all timers. `wallShiftMs` is the time that has passed on the wall clock. */
    elapse: async (wallShiftMs = [...timers][0]?.durationMs ?? 0) => {
      wallMs += wallShiftMs;
      for (const { end } of timers) end();
      await settle();
    },
    /** Waits for a timer of this length, and ends it. */
    end: async (durationMs: number): Promise<void> => {
      await started(durationMs);
      fire(durationMs);
    },
  };
}
