import { mulberry32, type Random } from '../../core/support/random.ts';

export type { Random };

/**
 * Creates a separate sequence for each string: `createRandom('sky 42')` and `createRandom('sea 42')` are independent.
 */
export function createRandom(seed: string): Random {
  return mulberry32(hashText(seed));
}

/** FNV-1a over UTF-16 code units, with a final mix. Unsigned 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Returns one of the choices, all equally likely. */
export function pickOne<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** Uniform in [low, high). */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}
