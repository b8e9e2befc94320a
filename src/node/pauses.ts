import { setImmediate } from 'node:timers/promises';

/** How long other work may wait, in ms. */
const maxWaitMs = 8;

/** Returns a function to await in each round of a long loop. At intervals, it lets other work run. */
export function createPauses(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < maxWaitMs) return undefined;
    return setImmediate().then(() => void (startedAt = performance.now()));
  };
}
