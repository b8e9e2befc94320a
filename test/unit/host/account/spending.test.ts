import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startOfDay, sumSpending } from '../../../../src/host/account/spending.ts';
import { buildRequest, buildTask } from '../fakes/builders.ts';

describe('what was spent today', () => {
  test('sums real amounts by model, without the sandbox, other days and tasks in flight', () => {
    const song = buildRequest({ model: 'sonic' });
    const tasks = [
      buildTask({ state: 'saved', endedAt: 200, amountUsd: 0.25 }),
      buildTask({ state: 'saved', endedAt: 100, amountUsd: 0.5, request: song }),
      buildTask({ state: 'failed', endedAt: 150, amountUsd: 0.125, request: song }),
      buildTask({ state: 'failed', endedAt: 150 }),
      buildTask({ state: 'saved', endedAt: 150 }),
      buildTask({ state: 'saved', endedAt: 200, amountUsd: 8, isSandbox: true }),
      buildTask({ state: 'saved', endedAt: 99, amountUsd: 8 }),
      buildTask({ state: 'running', amountUsd: 8 }),
    ];
    assert.deepEqual(sumSpending(tasks, 100), {
      totalUsd: 0.875,
      unknownCount: 1,
      byModel: [
        { model: 'sonic', totalUsd: 0.625, count: 2 },
        { model: 'seedream-5-0-260128', totalUsd: 0.25, count: 2 },
      ],
    });
  });

  test('begins at local midnight', () => {
    const noon = new Date(2026, 2, 29, 12, 30).getTime();
    assert.equal(startOfDay(noon), new Date(2026, 2, 29).getTime());
  });
});
