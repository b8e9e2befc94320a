import { createDisposable, type Disposable } from '../../support/disposable.ts';

/** Lets so many through at once: within a lane in the order in which they came, and one lane after the other. */
export interface Limiter {
  /**
   * Resolves with a place; dispose it to let the next one in. A long lane does not make a short one wait: where places
   * are few, each lane gets every nth.
   */
  enter(signal: AbortSignal, lane?: string): Promise<Disposable>;
  /** Takes a place without waiting, even if none is free: then those that wait are let in one later. */
  take(): Disposable;
}

export function createLimiter(places: number): Limiter {
  if (!Number.isInteger(places) || places < 1) throw new RangeError(`At least one place is needed, not ${places}`);
  let free = places;
  /** Who waits, by lane; the lane whose turn it is stands first. No lane is empty. */
  const lanes = new Map<string, Set<() => void>>();
  const leave = (): void => {
    free += 1;
    const [next] = lanes;
    if (!next || free < 1) return;
    free -= 1;
    const [lane, waiting] = next;
    const [admit] = waiting;
    lanes.delete(lane);
    lanes.set(lane, waiting);
    admit?.();
  };
  const wait = (signal: AbortSignal, lane: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting = lanes.get(lane) ?? new Set();
      const quit = (): void => {
        waiting.delete(admit);
        if (waiting.size === 0) lanes.delete(lane);
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        quit();
        reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
      };
      const admit = (): void => {
        quit();
        resolve();
      };
      lanes.set(lane, waiting.add(admit));
      signal.addEventListener('abort', abort, { once: true });
    });
  return {
    async enter(signal, lane = '') {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await wait(signal, lane);
      return createDisposable(leave);
    },
    take() {
      free -= 1;
      return createDisposable(leave);
    },
  };
}
