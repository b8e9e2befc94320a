import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

/** What has grown, and the functions whose steps have grown faster. */
type Finding = { readonly what: string; readonly freezes: readonly string[] };

test('each problem, and each feature of the editor, takes steps in proportion to the text', async () => {
  const thread = new Worker(new URL('growthThread.ts', import.meta.url));
  const [findings] = (await once(thread, 'message')) as [readonly Finding[]];
  await thread.terminate();
  assert.deepEqual(
    findings.filter(({ freezes }) => freezes.length > 0),
    [],
  );
});
