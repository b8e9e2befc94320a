// Tells one story and prints its moves and its log: `node test/simulation/tell.ts <seed or path of a story>`.
import { existsSync, readFileSync } from 'node:fs';
import { drawStory } from './drawStory.ts';
import { describeStory, type Story } from './story.ts';
import { tellStory } from './tellStory.ts';

const [what = ''] = process.argv.slice(2);
const story = existsSync(what) ? (JSON.parse(readFileSync(what, 'utf8')) as Story) : drawStory(what);
console.log(describeStory(story));
const { log, faults } = await tellStory(story);
console.log(log);
for (const fault of faults) console.log(`✖ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
