import type { Random } from '../media/random.ts';
import { capitalize } from './findSubject.ts';

/** Puts the first two words, which name the thing, in bold. */
export function stress(text: string): string {
  return capitalize(text).replace(/^\S+ \S+/, '**$&**');
}

export function shorten(text: string): string {
  const short = text.length > 160 ? `${text.slice(0, 160).trim()} …` : text;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

export function shuffle<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
