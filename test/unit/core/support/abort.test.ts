import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilAborted } from '../../../../src/core/support/abort.ts';

test('a wait for work ends with the work, or when the signal aborts', async () => {
  const { signal: never } = new AbortController();
  const later = new AbortController();
  const endless = new Promise<never>(() => undefined);
  const seen: string[] = [];
  const wait = (name: string, work: Promise<unknown>, signal: AbortSignal) =>
    untilAborted(work, signal).then(() => seen.push(name));
  const waits = [
    wait('done', Promise.resolve(), never),
    wait('failed', Promise.reject(new Error('Tide')), never),
    wait('aborted before', endless, AbortSignal.abort()),
  ];
  const last = wait('aborted', endless, later.signal);
  await Promise.all(waits);
  const before = seen.toSorted();
  later.abort();
  await last;

  assert.deepEqual([before, seen.at(-1)], [['aborted before', 'done', 'failed'], 'aborted']);
});
