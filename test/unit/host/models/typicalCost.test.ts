import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTypicalCosts, hasOtherCost } from '../../../../src/host/models/typicalCost.ts';
import { buildRequest, buildTask } from '../fakes/builders.ts';

test('the typical cost of a model is the median of what its results have cost this user', () => {
  const song = buildRequest({ model: 'sonic' });
  const tasks = [
    ...[0.01, 0.5, 0.02].map((amountUsd) => buildTask({ amountUsd, state: 'saved' })),
    ...[0.25, 0.75].map((amountUsd) => buildTask({ amountUsd, state: 'saved', request: song })),
    buildTask({ amountUsd: 9, isSandbox: true }),
    buildTask({ amountUsd: null }),
    buildTask({ amountUsd: 9, request: buildRequest({ model: null }) }),
  ];
  assert.deepEqual(Object.fromEntries(findTypicalCosts(tasks)), {
    'seedream-5-0-260128': { amountUsd: 0.02, count: 3 },
    sonic: { amountUsd: 0.5, count: 2 },
  });
});

test('another result changes what its own model costs, and no other', () => {
  const paid = (amountUsd: number, model: string) => buildTask({ amountUsd, request: buildRequest({ model }) });
  const before = findTypicalCosts([paid(1, 'a'), paid(1, 'b')]);
  const now = findTypicalCosts([paid(1, 'a'), paid(1, 'b'), paid(1, 'b'), paid(2, 'c')]);

  assert.deepEqual(
    ['a', 'b', 'c', 'd'].filter((model) => hasOtherCost(model, before, now)),
    ['b', 'c'],
  );
});
