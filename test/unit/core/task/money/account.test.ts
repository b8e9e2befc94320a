import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAccount } from '../../../../../src/core/task/money/account.ts';
import type { Charge } from '../../../../../src/core/task/money/charge.ts';
import { buildCharge } from '../../../../fakes/charges.ts';

const noon = new Date(2026, 2, 29, 12, 30).getTime();
const midnight = new Date(2026, 2, 29).getTime();
const paid = (amountUsd: number | null, changes: Partial<Charge> = {}): Charge =>
  buildCharge({ at: noon, amountUsd, ...changes });

describe('what was spent today', () => {
  test('is summed by model, without the sandbox, other days and requests in flight', () => {
    const account = createAccount([
      paid(0.25),
      paid(0.5, { model: 'sonic', at: midnight }),
      paid(0.125, { model: 'sonic', state: 'failed' }),
      paid(0, { state: 'failed' }),
      paid(8, { isSandbox: true }),
      paid(8, { at: midnight - 1 }),
      paid(8, { at: Date.UTC(2999, 0) }),
      paid(8, { state: 'saving' }),
    ]);

    assert.deepEqual(account.spentOn(noon), {
      totalUsd: 0.875,
      byModel: [
        { model: 'sonic', totalUsd: 0.625, count: 2 },
        { model: 'seedream-5-0-260128', totalUsd: 0.25, count: 1 },
      ],
      estimatedCount: 0,
      unknownCount: 0,
    });
  });

  test('counts a request that may have been charged at its estimate, and reports that', () => {
    const dismissed = { state: 'failed', amountUsd: null } as const;
    const account = createAccount([paid(0.25), paid(null, dismissed), paid(null, { ...dismissed, model: 'unknown' })]);
    const { totalUsd, estimatedCount, unknownCount } = account.spentOn(noon);

    assert.deepEqual([totalUsd, estimatedCount, unknownCount], [0.5, 1, 1]);
  });
});

test('amounts of the sandbox are not used for estimates', () => {
  const account = createAccount([paid(9, { isSandbox: true })]);

  assert.equal(account.estimateModel('seedream-5-0-260128', 'studio'), null);
});
