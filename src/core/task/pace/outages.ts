import { backoffMs } from '../../support/backoff.ts';
import type { Clock } from '../../support/clock.ts';
import { createDisposable, type Disposable, emptyDisposable } from '../../support/disposable.ts';
import { lazyByKey } from '../../support/lazy.ts';
import { createLimiter, type Limiter } from '../../support/limiter.ts';

const minDelayMs = 3_000;
const maxDelayMs = 60_000;

interface Outage {
  readonly message: string;
  readonly over: AbortController;
}

interface GatewayState {
  /** Admits the one task that may try. */
  readonly turns: Limiter;
  /** Null while the gateway is reachable, as far as is known. */
  outage: Outage | null;
  failures: number;
  isTrying: boolean;
}

export type Outages = ReturnType<typeof createOutages>;

/**
 * While a gateway cannot be reached, its tasks do not all try: one of them tries at intervals, the others wait, and the
 * first response releases all. A gateway is identified by its origin, or by its profile if the origin is unknown: a
 * profile that is edited leads to another gateway.
 */
export function createOutages({ clock, random }: { readonly clock: Clock; readonly random: () => number }) {
  const stateOf = lazyByKey((): GatewayState => ({
    turns: createLimiter(1),
    outage: null,
    failures: 0,
    isTrying: false,
  }));
  /** Waits before a try. Resolves early if the outage ends. */
  const pause = async ({ failures }: GatewayState, { over }: Outage, signal: AbortSignal): Promise<void> => {
    const delayMs = Math.max(minDelayMs, backoffMs(failures + 1, { random, maxMs: maxDelayMs }));
    await clock.sleep(delayMs, AbortSignal.any([signal, over.signal])).catch(() => signal.throwIfAborted());
  };
  return {
    /** Returns why the gateway cannot be reached. Null if it can, as far as is known. */
    reasonOf: (gateway: string) => stateOf(gateway).outage?.message ?? null,
    /**
     * Resolves when the caller may make a call: at once while the gateway is reachable, otherwise when another call has
     * got a response, or when it is the caller's turn to try. Dispose the turn after `failed` or `reached`.
     */
    async enter(gateway: string, signal: AbortSignal): Promise<Disposable> {
      const state = stateOf(gateway);
      signal.throwIfAborted();
      if (!state.outage) return emptyDisposable;
      const isOver = state.outage.over.signal;
      const turn = await state.turns.enter(AbortSignal.any([signal, isOver])).catch(() => signal.throwIfAborted());
      // The outage has ended, although the task whose turn it is may still wait for its response.
      if (!turn) return emptyDisposable;
      try {
        if (state.outage) await pause(state, state.outage, signal);
      } catch (error) {
        turn.dispose();
        throw error;
      }
      if (!state.outage) {
        turn.dispose();
        return emptyDisposable;
      }
      state.isTrying = true;
      return createDisposable(() => {
        state.isTrying = false;
        turn.dispose();
      });
    },
    /** Reports that a call did not reach the gateway. */
    failed(gateway: string, message: string): void {
      const state = stateOf(gateway);
      // Calls that were sent together fail together, so they are counted once.
      if (!state.outage || state.isTrying) state.failures += 1;
      state.outage = { message, over: state.outage?.over ?? new AbortController() };
    },
    /** Reports that the gateway is reachable: bytes have left or a response has come. */
    reached(gateway: string): void {
      const state = stateOf(gateway);
      const { outage } = state;
      state.outage = null;
      state.failures = 0;
      outage?.over.abort(new Error('The gateway is there again'));
    },
  };
}
