import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import { createLimiter, type Limiter } from '../../support/limiter.ts';

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
/**
 * A gateway that names a longer time is called again after this time: one odd header must not stop a profile for good.
 */
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

/** Delays the calls of a whole profile: if there are many, and after a 429. */
export interface ProfileGate {
  /** Returns how long a limit is still in force in ms. 0 if there is none. */
  waitMs(profile: string): number;
  /**
   * Resolves with a slot when a call may start and no limit is in force. Dispose the slot when the response is there.
   */
  enter(profile: string, terms: CallTerms, signal: AbortSignal): Promise<Disposable>;
  /**
   * Reports a 429. No call starts for the time that the gateway names, otherwise for 1 s, 2 s … 60 s. Returns this time
   * in ms.
   */
  limit(profile: string, retryAfterMs: number | null): number;
  /** Reports that the gateway has accepted a call: no limit is in force. */
  open(profile: string): void;
}

interface ProfileState {
  readonly shortCalls: Limiter;
  readonly longCalls: Limiter;
  limitedUntil: number;
  limits: number;
}

export function createProfileGate(clock: Clock): ProfileGate {
  const states = new Map<string, ProfileState>();
  const stateOf = (profile: string): ProfileState => {
    const known = states.get(profile);
    if (known) return known;
    const state: ProfileState = {
      shortCalls: createLimiter(maxShortCalls),
      longCalls: createLimiter(maxLongCalls),
      limitedUntil: 0,
      limits: 0,
    };
    states.set(profile, state);
    return state;
  };
  const waitMs = (profile: string): number => Math.max(0, stateOf(profile).limitedUntil - clock.now());
  /** Resolves when no limit is in force. */
  const pass = async (profile: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    for (;;) {
      const leftMs = waitMs(profile);
      if (leftMs === 0) return;
      await clock.sleep(leftMs, signal);
    }
  };
  return {
    waitMs,
    async enter(profile, { lane, isLong }, signal) {
      const { shortCalls, longCalls } = stateOf(profile);
      const slot = await (isLong ? longCalls : shortCalls).enter(signal, lane);
      try {
        // Wait for the rate limit after taking the slot, so that only the usual number of calls start when the limit is
        // lifted.
        await pass(profile, signal);
      } catch (error) {
        slot.dispose();
        throw error;
      }
      return slot;
    },
    limit(profile, retryAfterMs) {
      const state = stateOf(profile);
      const now = clock.now();
      const isHeld = state.limitedUntil > now;
      // Calls that were sent together get their 429s together, so they are counted once.
      if (!isHeld) state.limits += 1;
      // A delay of 0 would make this a busy loop.
      const namedMs = retryAfterMs === null ? null : Math.min(maxNamedMs, Math.max(firstDelayMs, retryAfterMs));
      const delayMs = namedMs ?? Math.min(maxDelayMs, firstDelayMs * 2 ** (state.limits - 1));
      if (!isHeld || namedMs !== null) state.limitedUntil = Math.max(state.limitedUntil, now + delayMs);
      return Math.max(delayMs, state.limitedUntil - now);
    },
    open(profile) {
      const state = stateOf(profile);
      if (state.limitedUntil <= clock.now()) state.limits = 0;
    },
  };
}
