import { drawStory } from '../simulation/drawStory.ts';
import { fixedSeeds } from '../simulation/seeds.ts';
import { tellStory } from '../simulation/tellStory.ts';
import type { Figure } from './figure.ts';

/** Counts the stories that one core tells. The first ones are left out, because they load what all of them use. */
export async function measureSimulation(): Promise<readonly Figure[]> {
  const stories = fixedSeeds.map((seed) => drawStory(seed));
  for (const story of stories.slice(0, 20)) await tellStory(story);
  const startedAt = performance.now();
  for (const story of stories) await tellStory(story);
  const value = (stories.length * 60_000) / (performance.now() - startedAt);
  return [{ name: 'simulation: stories on one core', value, unit: '/min', against: '', aim: 'more than 1,000' }];
}
