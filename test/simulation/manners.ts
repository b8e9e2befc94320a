import type { Random } from './random.ts';
import type { VirtualTime } from './virtualTime.ts';
import { createWeatherList, type Weather } from './weather.ts';

/** What is unusual about an answer, by what it concerns. An answer has at most one of each. */
const mannersOf = {
  /** What it says about the price. */
  amount: ['without an amount', 'with an odd amount'],
  /** The text of a chat. */
  chat: ['empty', 'cut short', 'cut at a limit', 'ended by an error', 'never closed'],
  /** How its bytes are coded. `marked`: in a way that no client knows, which object stores return by mistake. */
  coding: ['compressed', 'marked'],
  /** What it contains besides the results. */
  results: ['with the inputs'],
} as const;

type Concern = keyof typeof mannersOf;
export type MannerOf<C extends Concern> = (typeof mannersOf)[C][number];
export type Manner = MannerOf<Concern>;

export const manners: readonly Manner[] = Object.values(mannersOf).flat();

/** Whether the manner concerns this part of an answer. */
export function concerns(manner: Manner | null, concern: Concern): boolean {
  return mannersOf[concern].some((each) => each === manner);
}

/** The manners of a gateway at present. */
export interface Manners {
  add(weather: Weather & { readonly fault: Manner }): void;
  clear(): void;
  decide<C extends Concern>(concern: C): MannerOf<C> | null;
}

export function createManners(time: VirtualTime, random: Random, cover: (what: string) => void): Manners {
  const list = createWeatherList<Manner>(time, random);
  return {
    ...list,
    decide<C extends Concern>(concern: C) {
      const manner = list.decide((each) => concerns(each, concern)) as MannerOf<C> | null;
      if (manner) cover(`answer is ${manner}`);
      return manner;
    },
  };
}
