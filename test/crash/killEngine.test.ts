// Kills the process of an engine at every step that it takes on files and sockets, and at random over several
// crashes. Looks at what a restart makes of that.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from '../support/fastCheck.ts';
import { twoAtATime } from '../support/twoAtATime.ts';
import type { ChildOrder } from './child.ts';
import type { Mishap } from './crashGateway.ts';
import { crashJobs, mixedJob, type CrashJob } from './crashJobs.ts';
import { openStory } from './crashStory.ts';
import { type IoStep, type KillPoint, listKillPoints } from './ioSteps.ts';
import { createChildren, type Children } from './startChild.ts';

let children: Children<ChildOrder>;
before(async () => {
  children = await createChildren('child.ts');
});
after(() => children.close());

/** An image takes the same steps as the first task of the chain. */
for (const job of crashJobs.filter(({ name }) => name !== 'image')) {
  test(`${job.name}: whichever step is the last one, nothing is paid twice and nothing is lost`, async (context) => {
    const { steps } = await tell(job, null);
    assert.ok(steps && steps.length > 20, 'a whole run takes its steps');
    const points = listKillPoints(steps);
    context.diagnostic(`${points.length} crashes`);
    const faults: string[] = [];
    await twoAtATime(points, async (killPoint) => {
      const story = await tell(job, killPoint);
      const what = `${killPoint.moment} step ${killPoint.step} (${steps[killPoint.step - 1]?.what})`;
      faults.push(...story.faults.map((fault) => `${what}: ${fault}`));
    });
    assert.deepEqual(faults, []);
  });
}

async function tell(job: CrashJob, killPoint: KillPoint | null) {
  const { place, end, close } = await openStory(job);
  try {
    const said = await children.run({ place, begins: true, killPoint });
    return { steps: said === '' ? null : (JSON.parse(said) as IoStep[]), faults: await end() };
  } finally {
    await close();
  }
}

const runs = Number(process.env['GENWRIGHT_CRASHES'] ?? 16);
const seed = Number(process.env['GENWRIGHT_SEED'] ?? Date.now() % 2 ** 31);

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
    let calls = 0;
    const befalls = mishaps[Symbol.iterator]();
    const { place, end, close } = await openStory(job, {
      delay: () => new Promise((resolve) => setTimeout(resolve, delaysMs[calls++ % delaysMs.length])),
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
