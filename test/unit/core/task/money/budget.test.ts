import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideBudget, type BudgetTiming, type BudgetItem } from '../../../../../src/core/task/money/budgetKeeper.ts';

const spent = (amountUsd: number): BudgetItem => ({ name: 'm', isUnsettled: false, amountUsd });
const open = (amountUsd: number | null): BudgetItem => ({ name: 'm', isUnsettled: true, amountUsd });
const unpriced: BudgetItem = { name: 'm', isUnsettled: false, amountUsd: null };

/** Rows with a limit of 1 USD: the items, the estimate of the next request, and the expected decision. */
const rows: readonly (readonly [string, readonly BudgetItem[], number | null, BudgetTiming, boolean])[] = [
  ['a first request far below the limit is sent', [], 0.1, 'now', false],
  ['a request that reaches the limit exactly is sent', [spent(0.6)], 0.4, 'now', true],
  ['the dust of binary fractions does not count', [spent(0.1), spent(0.2)], 0.7, 'now', true],
  ['a request that would exceed the limit is never sent', [spent(0.6)], 0.41, 'never', true],
  ['a request that is above the limit alone is never sent', [], 1.01, 'never', true],
  ['a request in flight counts by its estimate', [open(0.6)], 0.41, 'never', true],
  ['a request in flight leaves room for others', [open(0.3)], 0.3, 'now', false],
  ['without an estimate a request is sent alone', [], null, 'now', false],
  ['without an estimate a request waits for the ones in flight', [open(0.1)], null, 'later', false],
  ['without an estimate a request is sent when the others have ended', [spent(0.1)], null, 'now', false],
  ['without an estimate a request is not sent when the limit is used up', [spent(1)], null, 'never', true],
  ['a request waits for one in flight with an unknown price', [open(null)], 0.1, 'later', false],
  ['a request is not sent after one of unknown price', [unpriced], 0.1, 'never', false],
  ['a request of unknown price is not sent after another one', [unpriced], null, 'never', false],
  ['at 80 % the limit is near', [spent(0.7)], 0.1, 'now', true],
];

for (const [title, charges, estimateUsd, verdict, isNear] of rows) {
  test(`under a budget ${title}`, () => {
    const answer = decideBudget(1, { items: charges, estimateUsd });
    assert.deepEqual([answer.timing, answer.isNear], [verdict, isNear]);
  });
}
