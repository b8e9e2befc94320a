import { abortReason } from './abort.ts';
import { createDisposable, type Disposable } from './disposable.ts';

/** Admits a limited number of callers at once: within a lane in the order of their calls, and the lanes in turn. */
export interface Limiter {
  /** Resolves with a slot. Dispose it to admit the next caller. Of n lanes that wait, each gets every nth slot. */
  enter(signal: AbortSignal, lane?: string): Promise<Disposable>;
  /** Takes a slot without waiting, even if none is free. Waiting callers are then admitted later. */
  take(): Disposable;
}

export function createLimiter(slots: number): Limiter {
  if (!Number.isInteger(slots) || slots < 1) throw new RangeError(`At least one slot is needed, not ${slots}`);
  let free = slots;
  /** Waiting callers by lane. The first lane is served next. No lane is empty. */
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
  const enter: Limiter['enter'] = (signal, lane = '') =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return resolve(createDisposable(leave));
      }
      const waiting = lanes.get(lane) ?? new Set();
      const quit = (): void => {
        waiting.delete(admit);
        if (waiting.size === 0) lanes.delete(lane);
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        quit();
        reject(abortReason(signal));
      };
      const admit = (): void => {
        quit();
        resolve(createDisposable(leave));
      };
      lanes.set(lane, waiting.add(admit));
      signal.addEventListener('abort', abort, { once: true });
    });
  return {
    enter,
    take() {
      free -= 1;
      return createDisposable(leave);
    },
  };
}
