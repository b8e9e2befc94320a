import { emptyDisposable, type Disposable } from '../../support/disposable.ts';
import { awaitEvent, Emitter } from '../../support/emitter.ts';
import { lazyByKey } from '../../support/lazy.ts';
import { createLimiter } from '../../support/limiter.ts';

export type KeyGate = ReturnType<typeof createKeyGate>;

/** Sends submits one by one until their gateway has accepted the key: a bad key costs one request, not one per task. */
export function createKeyGate() {
  const changes = new Emitter<string>();
  const stateOf = lazyByKey(() => ({
    turns: createLimiter(1),
    isProven: false,
    generation: 0,
    /** Null if no key was revoked. */
    revokedGeneration: null as number | null,
  }));
  const setProven = (profile: string, isProven: boolean): void => {
    stateOf(profile).isProven = isProven;
  };
  return {
    /** Resolves when a submit may try. Dispose the turn when the response is there. Lanes have turns alternately. */
    async takeTurn(profile: string, lane: string, signal: AbortSignal): Promise<Disposable> {
      const state = stateOf(profile);
      const turn = state.isProven ? emptyDisposable : await state.turns.enter(signal, lane);
      if (state.isProven) turn.dispose();
      return turn;
    },
    /** Reports that the gateway has accepted the key. */
    accept: (profile: string) => setProven(profile, true),
    /** Reports that the gateway has refused the key: submits are sent one by one again. */
    refuse: (profile: string) => setProven(profile, false),
    /** Reports that the key of an accepted task was refused. Its other tasks need not try the key. */
    revoke(profile: string, generation: number): void {
      setProven(profile, false);
      stateOf(profile).revokedGeneration = generation;
    },
    /** Whether the key was revoked and there is no newer one. */
    isRevoked: (profile: string) => stateOf(profile).revokedGeneration === stateOf(profile).generation,
    /** Counts the keys of the profile. Read it before reading the key. */
    generation: (profile: string) => stateOf(profile).generation,
    /** Reports that the user has changed the key. */
    change(profile: string): void {
      setProven(profile, false);
      stateOf(profile).generation += 1;
      changes.fire(profile);
    },
    /** Resolves when there is a newer key than that of `generation`. */
    async next(profile: string, generation: number, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      if (stateOf(profile).generation !== generation) return;
      await awaitEvent(changes.event, (changed) => changed === profile, signal);
    },
  };
}
