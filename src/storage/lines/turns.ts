import { setImmediate } from 'node:timers/promises';

/** How long other work waits, in ms. */
const maxTurnMs = 8;

/** Returns a function to await in each round of a long loop: now and then it lets other work have its turn. */
export function createTurns(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < maxTurnMs) return undefined;
    return setImmediate().then(() => void (startedAt = performance.now()));
  };
}
