// Tells stories that were not told for any other version of the sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawStory } from './drawStory.ts';
import { drawTreeSeeds } from './seeds.ts';
import { tellStory } from './tellStory.ts';

test('nothing goes wrong in the stories that follow from the sources', async () => {
  for (const seed of drawTreeSeeds(200)) assert.deepEqual((await tellStory(drawStory(seed))).faults, [], seed);
});
