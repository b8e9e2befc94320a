import { mulberry32 } from '../../src/core/support/random.ts';

/** Random numbers that follow from a seed alone. */
export interface Random {
  /** Returns a number from 0 up to, but not, 1. */
  next(): number;
  /** Returns a number from `least` up to, but not, `most`. */
  between(least: number, most: number): number;
  /** Returns a whole number from 0 up to, but not, `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Returns hex digits, two for each byte. */
  hex(bytes: number): string;
}

/** Creates the numbers of one part of a world, so that a change of one part leaves the others alone. */
export function createRandom(seed: string): Random {
  const next = mulberry32(hashText(seed));
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    hex: (bytes) => Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join(''),
  };
}

/** FNV-1a, continued from `hash`. */
export function hashText(text: string, hash = 0x811c9dc5): number {
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
