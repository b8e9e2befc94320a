import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Estimate } from '../../../../src/core/jobFile/request.ts';
import { sumEstimates } from '../../../../src/core/task/money/estimate.ts';

await import('../fakes/fakeVscode.ts');
const { describeEstimate } = await import('../../../../src/host/account/describeEstimate.ts');

const known = (amountUsd: number, samples: number): Estimate => ({ amountUsd, samples });

const rows: readonly (readonly [string, readonly (Estimate | null)[], string])[] = [
  [
    'a sum with the weakest of its grounds',
    [known(0.04, 5), known(0.1, 2)],
    'Estimate: $0.14. Each request has at least 2',
  ],
  ['one earlier result', [known(0.04, 1)], 'Estimate: $0.04, from one earlier result.'],
  ['several earlier results', [known(0.04, 3)], 'Estimate: $0.04, from 3 earlier results.'],
  [
    'one earlier result of each request',
    [known(0.04, 1), known(0.1, 1)],
    'Estimate: $0.14. Each request has at least one earlier result like it.',
  ],
  ['a stated price', [known(0.04, 0)], 'Estimate: $0.04. It includes prices that you stated in "genwright.prices".'],
  [
    'a stated price of some requests',
    [known(0.04, 0), null],
    'Estimate for 1 of 2 requests: $0.04. There are no earlier results like the others. It includes prices that you stated',
  ],
  ['an estimate of some requests', [known(0.04, 5), null], 'Estimate for 1 of 2 requests: $0.04.'],
  [
    'that nothing is known',
    [null],
    'There is no estimate because there are no earlier results of this kind. The gateway charges its own price.',
  ],
  ['that the sandbox is free', [], 'The sandbox is free.'],
];
for (const [title, estimates, expected] of rows) {
  test(`the estimate of a run shows ${title}`, () => {
    const text = describeEstimate(sumEstimates(estimates));
    assert.equal(text.slice(0, expected.length), expected);
  });
}
