import type { ExchangeOutcome } from './exchange.ts';

/** Ends an exchange for reasons of its own: it has gone on for too long, or everything has been said. */
export interface ExchangeEnding {
  readonly signal: AbortSignal;
  /** The gateway has said its last word. The response gets a moment to end, for some leave the connection open. */
  complete(): void;
  /** What the end by `signal` comes to; null when it was not this that ended the exchange. */
  readonly outcome: () => ExchangeOutcome | null;
  dispose(): void;
}

/** So long a connection may stay open after the last word. */
const graceMs = 2_000;

export function createExchangeEnding(totalTimeoutMs: number | undefined): ExchangeEnding {
  const controller = new AbortController();
  let outcome: ExchangeOutcome | null = null;
  let grace: NodeJS.Timeout | undefined;
  const end = (reached: ExchangeOutcome): void => {
    outcome ??= reached;
    controller.abort(new Error('Ended'));
  };
  const endTooLong = (): void => {
    const error = new Error(`No whole answer in ${(totalTimeoutMs ?? 0) / 1_000} s`);
    end({ ok: false, error, wasSent: true });
  };
  const total = totalTimeoutMs === undefined ? undefined : setTimeout(endTooLong, totalTimeoutMs).unref();
  return {
    signal: controller.signal,
    complete: () => void (grace ??= setTimeout(() => end({ ok: true }), graceMs).unref()),
    outcome: () => outcome,
    dispose() {
      clearTimeout(total);
      clearTimeout(grace);
    },
  };
}
