import { createDisposable, type Disposable } from '../support/disposable.ts';

/** Lets so many tasks of a run through at once, in the order in which they came. */
export interface Limiter {
  /** Resolves with a place; dispose it to let the next one in. */
  enter(signal: AbortSignal): Promise<Disposable>;
}

export function createLimiter(places: number): Limiter {
  if (!Number.isInteger(places) || places < 1) throw new RangeError(`At least one place is needed, not ${places}`);
  let free = places;
  const waiting = new Set<() => void>();
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  const takePlace = (): Disposable => createDisposable(leave);
  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return takePlace();
      }
      await new Promise<void>((resolve, reject) => {
        const abort = (): void => {
          waiting.delete(admit);
          reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
        };
        const admit = (): void => {
          waiting.delete(admit);
          signal.removeEventListener('abort', abort);
          resolve();
        };
        waiting.add(admit);
        signal.addEventListener('abort', abort, { once: true });
      });
      return takePlace();
    },
  };
}
