// Started by simulationSpeed.ts: tells the fixed stories and prints how many that makes in a minute. The first ones are
// not counted, because they load what all of them use.
import { drawStory } from '../simulation/drawStory.ts';
import { fixedSeeds } from '../simulation/seeds.ts';
import { tellStory } from '../simulation/tellStory.ts';

const stories = fixedSeeds.map((seed) => drawStory(seed));
for (const story of stories.slice(0, 20)) await tellStory(story);
const startedAt = performance.now();
for (const story of stories) await tellStory(story);
process.stdout.write(String((stories.length * 60_000) / (performance.now() - startedAt)));
