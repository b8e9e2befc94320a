import type { Clock } from '../support/clock.ts';
import { createDisposable, type Disposable } from '../support/disposable.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { backoffMs } from './submitPolicy.ts';

const minDelayMs = 3_000;
const maxDelayMs = 60_000;

/**
 * While a profile can not be reached its tasks do not knock one by one: one of them asks now and then, the others wait,
 * and the first answer frees all.
 */
export interface Outages {
  /** What the network said; null while the profile is reachable, as far as is known. */
  faultOf(profile: string): string | null;
  /**
   * Resolves when the caller may ask: at once while the profile is reachable, else when somebody has had an answer, or when
   * it is the caller's turn to try. Dispose the turn after `failed` or `answered`.
   */
  enter(profile: string, signal: AbortSignal): Promise<Disposable>;
  /** A call has not got through. */
  failed(profile: string, message: string): void;
  /** Whatever the answer was: the gateway is there. */
  answered(profile: string): void;
}

interface Outage {
  readonly message: string;
  readonly over: AbortController;
}

interface ProfileState {
  /** Whose turn it is to try. */
  readonly turns: Limiter;
  /** Null while the profile is reachable, as far as is known. */
  outage: Outage | null;
  faults: number;
  isTrying: boolean;
}

export function createOutages({ clock, random }: { readonly clock: Clock; readonly random: () => number }): Outages {
  const states = new Map<string, ProfileState>();
  const stateOf = (profile: string): ProfileState => {
    const known = states.get(profile);
    if (known) return known;
    const state = { turns: createLimiter(1), outage: null, faults: 0, isTrying: false };
    states.set(profile, state);
    return state;
  };
  /** Ends early when the outage does. */
  const pause = async ({ faults }: ProfileState, { over }: Outage, signal: AbortSignal): Promise<void> => {
    const delayMs = Math.max(minDelayMs, backoffMs(faults + 1, { random, maxMs: maxDelayMs }));
    await clock.sleep(delayMs, AbortSignal.any([signal, over.signal])).catch(() => signal.throwIfAborted());
  };
  return {
    faultOf: (profile) => stateOf(profile).outage?.message ?? null,
    async enter(profile, signal) {
      const state = stateOf(profile);
      signal.throwIfAborted();
      if (!state.outage) return noTurn;
      const turn = await state.turns.enter(signal);
      try {
        if (state.outage) await pause(state, state.outage, signal);
      } catch (error) {
        turn.dispose();
        throw error;
      }
      if (!state.outage) {
        turn.dispose();
        return noTurn;
      }
      state.isTrying = true;
      return createDisposable(() => {
        state.isTrying = false;
        turn.dispose();
      });
    },
    failed(profile, message) {
      const state = stateOf(profile);
      // Calls that left together fail together: they count once.
      if (!state.outage || state.isTrying) state.faults += 1;
      state.outage = { message, over: state.outage?.over ?? new AbortController() };
    },
    answered(profile) {
      const state = stateOf(profile);
      const { outage } = state;
      state.outage = null;
      state.faults = 0;
      outage?.over.abort(new Error('The gateway is there again'));
    },
  };
}

const noTurn: Disposable = { dispose: () => undefined };
