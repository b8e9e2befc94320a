// A window that is closed in the ordinary way: what is known by then is recorded, and its process ends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CloserOrder } from './closer.ts';
import { crashJobs } from './crashJobs.ts';
import { openStory } from './crashStory.ts';
import { openEngine, workFolder } from './headless.ts';
import { createChildren, type Children } from './startChild.ts';

let children: Children<CloserOrder>;
before(async () => {
  children = await createChildren('closer.ts');
});
after(() => children.close());

test('a task that was accepted just before the window closed is polled in the next one', async () => {
  const job = crashJobs.find(({ name }) => name === 'image');
  assert.ok(job);
  const { place, gateway, end, close } = await openStory(job);
  try {
    await children.run({ place, closesAt: 'pending' });
    const next = openEngine(place);
    await next.resume([workFolder(place)]);
    const ids = next.tasks().map(({ taskId }) => taskId);
    next.dispose();

    assert.deepEqual([ids, gateway.postCount(), await end()], [['t1'], 1, []]);
  } finally {
    await close();
  }
});
