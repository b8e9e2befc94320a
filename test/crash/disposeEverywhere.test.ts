// Closes the window at every step that the engine takes on files and sockets, and lets the next one continue: what the old
// one had begun ends while the new one works.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { crashJobs, type CrashJob } from './crashJobs.ts';
import { openStory } from './crashStory.ts';
import { generate, openEngine } from './headless.ts';
import { hearIoSteps } from './ioSteps.ts';
import { tellAll } from './tellAll.ts';

let hear: () => void = () => undefined;
before(() => hearIoSteps(() => hear()));

/**
 * Disposes the engine at one of its steps. Returns the number of steps before that, and what is wrong after a restart.
 */
async function tell(job: CrashJob, last: number) {
  const { place, end, close } = await openStory(job);
  const engine = openEngine(place);
  let steps = 0;
  hear = () => {
    steps += 1;
    // The engine is not disposed in the middle of another caller's call.
    if (steps === last) process.nextTick(() => engine.dispose());
  };
  try {
    await generate(engine, place);
    const taken = steps;
    const faults = await end();
    return { steps: taken, faults };
  } finally {
    hear = () => undefined;
    engine.dispose();
    await close();
  }
}

/** Every other job takes the same steps as one of these. */
const names = ['inline', 'chat', 'chain'];

for (const job of crashJobs.filter(({ name }) => names.includes(name))) {
  test(`${job.name}: at whichever step the window closes, nothing is paid twice and nothing is lost`, async () => {
    const { steps } = await tell(job, Infinity);
    assert.ok(steps > 20, 'a whole run takes its steps');
    const faults: string[] = [];
    for (let last = 1; last <= steps; last += 1) {
      const story = await tell(job, last);
      faults.push(...story.faults.map((fault) => `at step ${last}: ${fault}`));
    }
    assert.deepEqual(faults, []);
  });
}

tellAll({
  title: 'at whichever step the window begins to close, its process may be gone soon after',
  every: 8,
  plan: (choose) => ({
    fault: 'close',
    stepsToClose: choose.upTo('gone', 30),
    isHeld: choose.of('held', [true, false, false]),
    killStep: choose.of('killed', [true, false]) ? choose.upTo('kill', 150) : 0,
  }),
});
