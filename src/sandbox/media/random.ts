import { hashText, mulberry32, type Random } from '../../core/support/random.ts';

export { hashText, type Random };

/**
 * Creates a separate sequence for each string: `createRandom('sky 42')` and `createRandom('sea 42')` are independent.
 */
export function createRandom(seed: string): Random {
  return mulberry32(hashText(seed));
}

/** Returns one of the choices, all equally likely. */
export function pickOne<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** Uniform in [low, high). */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}
