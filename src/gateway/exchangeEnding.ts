import type { SteadyClock } from '../core/support/clock.ts';
import type { ExchangeOutcome } from './exchange.ts';

/** Ends an exchange that has lasted too long or whose content is complete. */
export interface ExchangeEnding {
  readonly signal: AbortSignal;
  /**
   * The gateway has sent all of its content. The response gets a moment to end, because some leave the connection open.
   */
  complete(): void;
  /** The outcome of an exchange that `signal` ended. Null if it ended in another way. */
  readonly outcome: () => ExchangeOutcome | null;
  dispose(): void;
}

/** Time in ms that a connection may stay open after the content is complete. */
const graceMs = 2_000;

/** `totalTimeoutMs` is time that passes: a wall clock that is set, or that leaps after a laptop's sleep, ends no call. */
export function createExchangeEnding(
  totalTimeoutMs: number | undefined,
  clock: Pick<SteadyClock, 'monotonicMs' | 'sleep'>,
): ExchangeEnding {
  const controller = new AbortController();
  const waits = new AbortController();
  const wait = async (durationMs: number): Promise<void> => {
    const until = clock.monotonicMs() + durationMs;
    for (let leftMs = durationMs; leftMs > 0; leftMs = until - clock.monotonicMs()) {
      await clock.sleep(leftMs, waits.signal);
    }
  };
  const after = (durationMs: number, then: () => void): void => void wait(durationMs).then(then, () => undefined);
  let outcome: ExchangeOutcome | null = null;
  const end = (reached: ExchangeOutcome): void => {
    outcome ??= reached;
    controller.abort(new Error('Ended'));
  };
  const endTooLong = (): void => {
    const error = new Error(`No whole response in ${(totalTimeoutMs ?? 0) / 1_000} s`);
    end({ ok: false, error, wasSent: true });
  };
  if (totalTimeoutMs !== undefined) after(totalTimeoutMs, endTooLong);
  let isComplete = false;
  return {
    signal: controller.signal,
    complete() {
      if (!isComplete) after(graceMs, () => end({ ok: true }));
      isComplete = true;
    },
    outcome: () => outcome,
    dispose: () => waits.abort(),
  };
}
