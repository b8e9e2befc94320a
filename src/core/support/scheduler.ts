import { abortReason } from './abort.ts';
import type { Clock } from './clock.ts';

/** If a timer is off by more than this, the machine slept or the clock was set. */
const jumpToleranceMs = 5_000;

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/**
 * Creates a clock for the waits of all tasks, on one timer. It differs from the clock that it uses in two ways. `now`
 * never goes back, even if the wall clock does. `sleep` may end early: after a jump of the clock all waits end, because
 * times that were planned before it are worth little. A caller that must not be early checks `now` again. `onJump` is
 * called when the clock has jumped, before any wait ends.
 */
export function createScheduler(clock: Clock, onJump: () => void = () => undefined): Clock {
  /** Earliest first. */
  const sleepers: Sleeper[] = [];
  const now = createSteadyNow(clock);
  let armed: { readonly dueAt: number; readonly interrupt: AbortController } | null = null;

  /** Waits for the earliest wait to end. Resolves to whether the clock has jumped meanwhile. */
  const waitFor = async ({ dueAt }: Sleeper): Promise<boolean> => {
    const interrupt = new AbortController();
    armed = { dueAt, interrupt };
    const [startedAt, askedMs] = [clock.now(), Math.max(0, dueAt - now())];
    const isOver = await clock.sleep(askedMs, interrupt.signal).then(
      () => true,
      () => false,
    );
    const elapsedMs = clock.now() - startedAt;
    const leastMs = isOver ? askedMs : 0;
    return elapsedMs < leastMs - jumpToleranceMs || elapsedMs > askedMs + jumpToleranceMs;
  };
  /** Runs as long as there are waits. Never rejects. */
  const run = async (): Promise<void> => {
    for (let [first] = sleepers; first; [first] = sleepers) {
      const hasJumped = await waitFor(first);
      if (hasJumped) onJump();
      const at = hasJumped ? Infinity : now();
      const later = sleepers.findIndex(({ dueAt }) => dueAt > at);
      for (const { wake } of sleepers.splice(0, later === -1 ? Infinity : later)) wake();
    }
    armed = null;
  };
  return {
    now,
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const abort = (): void => {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          reject(abortReason(signal));
          // A timer without a wait would keep the process alive.
          if (sleepers.length === 0) armed?.interrupt.abort();
        };
        const wake = (): void => {
          signal.removeEventListener('abort', abort);
          resolve();
        };
        const sleeper: Sleeper = { dueAt: now() + durationMs, wake };
        signal.addEventListener('abort', abort, { once: true });
        sleepers.splice(sleepers.findLastIndex(({ dueAt }) => dueAt <= sleeper.dueAt) + 1, 0, sleeper);
        if (!armed) void run();
        else if (sleeper.dueAt < armed.dueAt) armed.interrupt.abort();
      }),
  };
}

/** Returns a clock that advances with the wall clock, and does not go back when the wall clock is set back. */
function createSteadyNow(clock: Pick<Clock, 'now'>): () => number {
  let wallMs = clock.now();
  let steadyMs = wallMs;
  return () => {
    const current = clock.now();
    steadyMs += Math.max(0, current - wallMs);
    wallMs = current;
    return steadyMs;
  };
}
