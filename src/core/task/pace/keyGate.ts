import { emptyDisposable, type Disposable } from '../../support/disposable.ts';
import { awaitEvent, Emitter } from '../../support/emitter.ts';
import { createLimiter, type Limiter } from '../../support/limiter.ts';

/** Sends submits one by one until the gateway has accepted the key of their profile. */
export interface KeyGate {
  /**
   * Resolves when it is the turn of a submit. Called before `ProfileGate.enter`. A bad key costs one request, and not
   * one per task. Dispose the turn when the response is there. `lane`: lanes have turns alternately.
   */
  takeTurn(profile: string, lane: string, signal: AbortSignal): Promise<Disposable>;
  /** Reports that the gateway has accepted the key. */
  accept(profile: string): void;
  /** Reports that the gateway has refused the key: submits are sent one by one again. */
  refuse(profile: string): void;
  /** Reports that the key of an accepted task was refused. Its other tasks need not try the key. */
  revoke(profile: string, generation: number): void;
  /** Whether the key was revoked and there is no newer one. */
  isRevoked(profile: string): boolean;
  /** Counts the keys of the profile. Read it before reading the key. */
  generation(profile: string): number;
  /** Reports that the user has changed the key. */
  change(profile: string): void;
  /** Resolves when there is a newer key than that of `generation`. */
  next(profile: string, generation: number, signal: AbortSignal): Promise<void>;
}

interface KeyState {
  readonly turns: Limiter;
  isProven: boolean;
  generation: number;
  /** Null if no key was revoked. */
  revokedGeneration: number | null;
}

export function createKeyGate(): KeyGate {
  const states = new Map<string, KeyState>();
  const changes = new Emitter<string>();
  const stateOf = (profile: string): KeyState => {
    const state = states.get(profile) ?? {
      turns: createLimiter(1),
      isProven: false,
      generation: 0,
      revokedGeneration: null,
    };
    states.set(profile, state);
    return state;
  };
  const setProven = (profile: string, isProven: boolean): void => {
    stateOf(profile).isProven = isProven;
  };
  return {
    async takeTurn(profile, lane, signal) {
      const state = stateOf(profile);
      const turn = state.isProven ? emptyDisposable : await state.turns.enter(signal, lane);
      if (state.isProven) turn.dispose();
      return turn;
    },
    accept: (profile) => setProven(profile, true),
    refuse: (profile) => setProven(profile, false),
    revoke(profile, generation) {
      setProven(profile, false);
      stateOf(profile).revokedGeneration = generation;
    },
    isRevoked: (profile) => stateOf(profile).revokedGeneration === stateOf(profile).generation,
    generation: (profile) => stateOf(profile).generation,
    change(profile) {
      setProven(profile, false);
      stateOf(profile).generation += 1;
      changes.fire(profile);
    },
    async next(profile, generation, signal) {
      signal.throwIfAborted();
      if (stateOf(profile).generation !== generation) return;
      await awaitEvent(changes.event, (changed) => changed === profile, signal);
    },
  };
}
