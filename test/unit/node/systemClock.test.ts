import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backgroundClock, systemClock } from '../../../src/node/systemClock.ts';

test('a wait that is aborted rejects with the reason, even one of no time', async () => {
  const reason = new Error('Closed');
  for (const clock of [systemClock, backgroundClock]) {
    const abort = new AbortController();
    const waiting = clock.sleep(60_000, abort.signal);
    abort.abort(reason);
    await assert.rejects(waiting, reason);
    for (const durationMs of [0, 60_000]) await assert.rejects(clock.sleep(durationMs, abort.signal), reason);
  }
});
