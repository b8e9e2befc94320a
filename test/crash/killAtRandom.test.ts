// Stories of several crashes, with many tasks, slow responses and refusals, and two windows that adopt the same tasks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from '../support/fastCheck.ts';
import type { ChildOrder } from './child.ts';
import type { Mishap } from './crashGateway.ts';
import { crashJobs, mixedJob } from './crashJobs.ts';
import { openStory } from './crashStory.ts';
import type { KillPoint } from './ioSteps.ts';
import { createChildren, type Children } from './startChild.ts';

const runs = Number(process.env['GENWRIGHT_CRASHES'] ?? 16);
const seed = Number(process.env['GENWRIGHT_SEED'] ?? Date.now() % 2 ** 31);

let children: Children<ChildOrder>;
before(async () => {
  children = await createChildren('child.ts');
});
after(() => children.close());

const killPoint: fc.Arbitrary<KillPoint> = fc.record({
  step: fc.integer({ min: 1, max: 220 }),
  moment: fc.constantFrom('before', 'inside'),
});

const story = fc.record({
  job: fc.constantFrom(mixedJob, ...crashJobs),
  /** Lists of windows that are open at the same time, one list after the other. In the first window, Generate runs. */
  crashes: fc.array(fc.array(killPoint, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
  delaysMs: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 10 }),
  mishaps: fc.array(fc.constantFrom<Mishap | null>(null, null, null, 'unavailable', 'limited', 'no-answer'), {
    maxLength: 6,
  }),
});

test('however often it crashes, nothing is paid twice and nothing is lost', async (context) => {
  context.diagnostic(`GENWRIGHT_SEED=${seed}`);
  const property = fc.asyncProperty(story, async ({ job, crashes, delaysMs, mishaps }) => {
    const delays = cycle(delaysMs);
    const befalls = mishaps[Symbol.iterator]();
    const { place, end, close } = await openStory(job, {
      delay: () => new Promise((resolve) => setTimeout(resolve, delays())),
      mishap: () => befalls.next().value ?? null,
    });
    try {
      for (const [at, windows] of crashes.entries()) {
        const run = (point: KillPoint, window: number) =>
          children.run({ place, begins: at === 0 && window === 0, killPoint: point });
        await Promise.all(windows.map(run));
      }
      assert.deepEqual(await end(), []);
    } finally {
      await close();
    }
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
});

function cycle(values: readonly number[]): () => number {
  let at = 0;
  return () => values[at++ % values.length] ?? 0;
}
