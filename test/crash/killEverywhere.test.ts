// Kills the process at every step that it takes on files and sockets, and looks at what a restart makes of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { twoAtATime } from '../support/twoAtATime.ts';
import type { ChildOrder } from './child.ts';
import { crashJobs, type CrashJob } from './crashJobs.ts';
import { openStory } from './crashStory.ts';
import type { IoStep, KillPoint } from './ioSteps.ts';
import { listKillPoints } from './killPoints.ts';
import { createChildren, type Children } from './startChild.ts';

let children: Children<ChildOrder>;
before(async () => {
  children = await createChildren('child.ts');
});
after(() => children.close());

/** An image takes the same steps as the first task of the chain. */
const jobs = crashJobs.filter(({ name }) => name !== 'image');

for (const job of jobs) {
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
  const story = await openStory(job);
  try {
    const said = await children.run({ place: story.place, begins: true, killPoint });
    return { steps: said === '' ? null : (JSON.parse(said) as IoStep[]), faults: await story.end() };
  } finally {
    await story.close();
  }
}
