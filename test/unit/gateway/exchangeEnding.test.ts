import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createExchangeEnding } from '../../../src/gateway/exchange.ts';

test('an exchange ends when its time has passed, and not when the wall clock leaps', async () => {
  let passedMs = 0;
  const sleeps: number[] = [];
  const clock = {
    monotonicMs: () => passedMs,
    // The wall clock leaps after 400 ms of each sleep, and ends it.
    sleep: async (durationMs: number) => {
      sleeps.push(durationMs);
      passedMs += Math.min(durationMs, 400);
    },
  };
  const ending = createExchangeEnding(1_000, clock);

  await once(ending.signal, 'abort');

  const error = new Error('No whole response in 1 s');
  assert.deepEqual([passedMs, sleeps], [1_000, [1_000, 600, 200]]);
  assert.deepEqual(ending.outcome(), { ok: false, error, wasSent: true });
});
