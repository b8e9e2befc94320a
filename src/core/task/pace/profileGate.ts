import type { Clock } from '../../support/clock.ts';
import type { Disposable } from '../../support/disposable.ts';
import { Emitter } from '../../support/emitter.ts';
import { createLimiter, type Limiter } from './limiter.ts';

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
/** A gateway that names a longer time is asked again all the same: one odd header must not hold a profile for good. */
const maxNamedMs = 60 * 60_000;

/** Calls that are answered in a moment, such as polls: so many are under way at once. More would only wait in line there. */
const maxShortCalls = 12;
/** Calls whose answer is the result, and may take minutes. */
const maxLongCalls = 32;

/** How a call takes its place among those of its profile. */
export interface CallPlace {
  /** The run: a run of a thousand tasks does not make one of two wait. */
  readonly lane: string;
  /** The answer is the result. */
  readonly isLong: boolean;
}

/**
 * Holds the calls of a whole profile back: when there are many, after a 429, and while its key is not known to be good.
 */
export interface ProfileGate {
  /** How long a limit still holds; 0 when none does. */
  waitMs(profile: string): number;
  /** Resolves when no limit holds. */
  pass(profile: string, signal: AbortSignal): Promise<void>;
  /** Resolves when a call may start: no limit holds, and it has a place. Dispose that when the answer is there. */
  enter(profile: string, place: CallPlace, signal: AbortSignal): Promise<Disposable>;
  /**
   * Before `enter`, for a submit: until the gateway has taken a key, submits go one by one, so that a bad key costs one
   * request and not as many as there are tasks. Dispose the turn when the answer is there.
   */
  takeTurn(profile: string, lane: string, signal: AbortSignal): Promise<Disposable>;
  /** After a 429: nothing starts for the time that the gateway names, else for 1 s, 2 s … 60 s. Answers that time. */
  limit(profile: string, retryAfterMs: number | null): number;
  /** The gateway has taken the key, and no limit holds. */
  open(profile: string): void;
  /** The gateway has refused the key: submits go one by one again. */
  refuseKey(profile: string): void;
  /** A task that was accepted with it waits: no other one needs to ask. */
  revokeKey(profile: string, generation: number): void;
  /** The key was revoked and there is no newer one. */
  lacksKey(profile: string): boolean;
  /** Counts the keys of the profile; ask before reading the key. */
  keyGeneration(profile: string): number;
  keyChanged(profile: string): void;
  /** Resolves as soon as there is a newer key than that of `generation`. */
  nextKey(profile: string, generation: number, signal: AbortSignal): Promise<void>;
}

interface ProfileState {
  readonly turns: Limiter;
  readonly shortCalls: Limiter;
  readonly longCalls: Limiter;
  isProven: boolean;
  generation: number;
  /** Null where none was. */
  revokedGeneration: number | null;
  limitedUntil: number;
  limits: number;
}

export function createProfileGate(clock: Clock): ProfileGate {
  const states = new Map<string, ProfileState>();
  const keyChanges = new Emitter<string>();
  const stateOf = (profile: string): ProfileState => {
    const known = states.get(profile);
    if (known) return known;
    const state: ProfileState = {
      turns: createLimiter(1),
      shortCalls: createLimiter(maxShortCalls),
      longCalls: createLimiter(maxLongCalls),
      isProven: false,
      generation: 0,
      revokedGeneration: null,
      limitedUntil: 0,
      limits: 0,
    };
    states.set(profile, state);
    return state;
  };
  const waitMs = (profile: string): number => Math.max(0, stateOf(profile).limitedUntil - clock.now());
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
    pass,
    async enter(profile, { lane, isLong }, signal) {
      const { shortCalls, longCalls } = stateOf(profile);
      const place = await (isLong ? longCalls : shortCalls).enter(signal, lane);
      try {
        // With the place in hand: who is let through after a limit is as few as ever.
        await pass(profile, signal);
      } catch (error) {
        place.dispose();
        throw error;
      }
      return place;
    },
    async takeTurn(profile, lane, signal) {
      const state = stateOf(profile);
      const turn = state.isProven ? noTurn : await state.turns.enter(signal, lane);
      if (state.isProven) turn.dispose();
      return turn;
    },
    limit(profile, retryAfterMs) {
      const state = stateOf(profile);
      const now = clock.now();
      const isHeld = state.limitedUntil > now;
      // Calls that left together bring their 429s together: they count once.
      if (!isHeld) state.limits += 1;
      // A delay of nothing would make this a busy loop.
      const namedMs = retryAfterMs === null ? null : Math.min(maxNamedMs, Math.max(firstDelayMs, retryAfterMs));
      const delayMs = namedMs ?? Math.min(maxDelayMs, firstDelayMs * 2 ** (state.limits - 1));
      if (!isHeld || namedMs !== null) state.limitedUntil = Math.max(state.limitedUntil, now + delayMs);
      return Math.max(delayMs, state.limitedUntil - now);
    },
    open(profile) {
      const state = stateOf(profile);
      state.isProven = true;
      if (state.limitedUntil <= clock.now()) state.limits = 0;
    },
    refuseKey(profile) {
      stateOf(profile).isProven = false;
    },
    revokeKey(profile, generation) {
      const state = stateOf(profile);
      state.isProven = false;
      state.revokedGeneration = generation;
    },
    lacksKey: (profile) => stateOf(profile).revokedGeneration === stateOf(profile).generation,
    keyGeneration: (profile) => stateOf(profile).generation,
    keyChanged(profile) {
      const state = stateOf(profile);
      state.generation += 1;
      state.isProven = false;
      keyChanges.fire(profile);
    },
    nextKey: (profile, generation, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (stateOf(profile).generation !== generation) return resolve();
        const abort = (): void => {
          subscription.dispose();
          reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
        };
        const subscription = keyChanges.event((changed) => {
          if (changed !== profile) return;
          subscription.dispose();
          signal.removeEventListener('abort', abort);
          resolve();
        });
        signal.addEventListener('abort', abort, { once: true });
      }),
  };
}

const noTurn: Disposable = { dispose: () => undefined };
