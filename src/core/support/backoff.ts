/** Returns 1 s, 2 s, 4 s … up to `maxMs`, each multiplied by a random factor from 0.5 to 1. `count` starts at 1. */
export function backoffMs(count: number, { random, maxMs }: { random: () => number; maxMs: number }): number {
  const fullMs = Math.min(maxMs, 1_000 * 2 ** (count - 1));
  return Math.round(fullMs * (0.5 + random() / 2));
}
