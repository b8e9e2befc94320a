import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from '../../../../src/core/support/backoff.ts';

test('a wait doubles up to its limit, and is shortened by up to half', () => {
  const waits = [0, 1].map((share) =>
    [1, 2, 3, 9].map((count) => backoffMs(count, { random: () => share, maxMs: 5_000 })),
  );
  assert.deepEqual(waits, [
    [500, 1_000, 2_000, 2_500],
    [1_000, 2_000, 4_000, 5_000],
  ]);
});
