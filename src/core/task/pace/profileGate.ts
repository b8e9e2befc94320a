import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import { lazyByKey } from '../../support/lazy.ts';
import { createLimiter } from '../../support/limiter.ts';

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
/** A gateway that names a longer time is called after this one: an odd header must not stop a profile for good. */
const maxNamedMs = 60 * 60_000;

/** Number of concurrent calls whose response takes a moment, such as polls. More would only wait at the gateway. */
const maxShortCalls = 12;
/** Number of concurrent calls whose response is the result, and may take minutes. */
const maxLongCalls = 32;

/** How the gate orders a call among those of its profile. */
interface CallTerms {
  /** The run: a run of a thousand tasks does not make a run of two tasks wait. */
  readonly lane: string;
  /** The response is the result. */
  readonly isLong: boolean;
}

export type ProfileGate = ReturnType<typeof createProfileGate>;

/** Delays the calls of a whole profile: if there are many, and after a 429. */
export function createProfileGate(clock: Clock) {
  const stateOf = lazyByKey(() => ({
    shortCalls: createLimiter(maxShortCalls),
    longCalls: createLimiter(maxLongCalls),
    limitedUntil: 0,
    limits: 0,
  }));
  const waitMs = (profile: string): number => Math.max(0, stateOf(profile).limitedUntil - clock.now());
  return {
    /** Returns how long a limit is still in force in ms. 0 if there is none. */
    waitMs,
    /** Resolves when a call may start and no limit is in force. Dispose the slot when the response is there. */
    async enter(profile: string, { lane, isLong }: CallTerms, signal: AbortSignal): Promise<Disposable> {
      const { shortCalls, longCalls } = stateOf(profile);
      const slot = await (isLong ? longCalls : shortCalls).enter(signal, lane);
      try {
        signal.throwIfAborted();
        // The limit is waited out with the slot, so that only the usual number of calls start when it is lifted.
        for (let leftMs = waitMs(profile); leftMs > 0; leftMs = waitMs(profile)) await clock.sleep(leftMs, signal);
      } catch (error) {
        slot.dispose();
        throw error;
      }
      return slot;
    },
    /**
     * Reports a 429. Returns for how long no call starts, in ms: 1 s, 2 s … 60 s, or longer if the gateway says so. A
     * gateway may name the same second for hours.
     */
    limit(profile: string, retryAfterMs: number | null): number {
      const state = stateOf(profile);
      const now = clock.now();
      const isHeld = state.limitedUntil > now;
      // Calls that were sent together get their 429s together, so they are counted once.
      if (!isHeld) state.limits += 1;
      const namedMs = Math.min(maxNamedMs, retryAfterMs ?? 0);
      const delayMs = Math.max(namedMs, Math.min(maxDelayMs, firstDelayMs * 2 ** (state.limits - 1)));
      state.limitedUntil = Math.max(state.limitedUntil, now + (isHeld ? namedMs : delayMs));
      return Math.max(delayMs, state.limitedUntil - now);
    },
    /** Reports that the gateway has accepted a call: no limit is in force. */
    open(profile: string): void {
      const state = stateOf(profile);
      if (state.limitedUntil <= clock.now()) state.limits = 0;
    },
  };
}
