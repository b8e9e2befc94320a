import { setImmediate } from 'node:timers/promises';

/** How long other work may wait, in ms. */
const maxTurnMs = 8;

/** Returns a function to await in each round of a long loop. At intervals, it lets other work run. */
export function createTurns(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < maxTurnMs) return undefined;
    return setImmediate().then(() => void (startedAt = performance.now()));
  };
}
