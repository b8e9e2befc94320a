import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';
import { type Charge, describeCosts } from '../../../../../src/core/task/money/charge.ts';
import { createPrices } from '../../../../../src/core/task/money/estimate.ts';
import { buildCharge } from '../../../../fakes/tasks/charges.ts';

const made = (amountUsd: number | null, body: JsonObject, changes: Partial<Charge> = {}): Charge =>
  buildCharge({ amountUsd, costs: describeCosts(body), ...changes });

function estimate(charges: readonly Charge[], recordBody: JsonObject) {
  const { model, endpoint, profile } = buildCharge();
  return createPrices(charges).estimate({ model, endpoint, recordBody }, profile);
}

test('an estimate is the median of the cost of similar requests', () => {
  const charges = [0.1, 0.9, 0.2, 0.3].map((amount) => made(amount, { prompt: 'A cat' }));

  assert.deepEqual(estimate(charges, { prompt: 'A dog' }), { amountUsd: 0.25, samples: 4 });
});

const others: readonly (readonly [string, JsonObject])[] = [
  ['size', { size: '4K' }],
  ['count', { n: 4 }],
  ['length of the sequence', { enable_sequential: true }],
  ['resolution below metadata', { metadata: { resolution: '1080p' } }],
];
for (const [title, other] of others) {
  test(`a request of another ${title} has no estimate`, () => {
    assert.equal(estimate([made(0.1, {})], other), null);
  });
}

test('fields without an effect on the cost do not matter', () => {
  const charges = [made(0.1, { prompt: 'A cat', seed: 1 })];

  assert.deepEqual(estimate(charges, { prompt: 'A dog', seed: 2 }), { amountUsd: 0.1, samples: 1 });
});

test('another profile, another model, a missing amount and a failure are not used for an estimate', () => {
  const charges = [
    made(0.1, {}, { profile: 'other' }),
    made(0.1, {}, { model: 'other' }),
    made(null, {}),
    made(0.1, {}, { state: 'failed' }),
  ];

  assert.equal(estimate(charges, {}), null);
});

test('the newest 25 amounts are used, in whichever order they are read', () => {
  const [old, recent] = [1, 2].map((at) => Array.from({ length: 25 }, () => made(at, {}, { at })));

  assert.deepEqual(estimate([...(recent ?? []), ...(old ?? [])], {}), { amountUsd: 2, samples: 25 });
});

test('the estimate for a model is the median over all fields, with one profile', () => {
  const { estimateModel } = createPrices([
    made(1, { size: '2K' }),
    made(3, { size: '4K' }),
    made(9, {}, { model: 'b' }),
    made(100, {}, { profile: 'other' }),
  ]);
  const estimates = ['seedream-5-0-260128', 'b', 'c'].map((model) => estimateModel(model, 'studio'));

  assert.deepEqual(estimates, [{ amountUsd: 2, samples: 2 }, { amountUsd: 9, samples: 1 }, null]);
});

const counted: readonly (readonly [string, Partial<Charge>, number | null])[] = [
  ['a known amount', { amountUsd: 0.5 }, 0.5],
  ['an unknown amount by its estimate', { amountUsd: null }, 2],
  ['an earlier attempt in doubt on top of the amount', { amountUsd: 0.5, doubtful: 2 }, 4.5],
  ['an earlier attempt in doubt of a request that cost nothing', { amountUsd: 0, doubtful: 1 }, 2],
  ['nothing known', { amountUsd: null, model: 'other' }, null],
  ['nothing known of its profile', { amountUsd: null, profile: 'other' }, null],
  ['nothing known of an attempt in doubt', { amountUsd: 0, doubtful: 1, model: 'other' }, null],
];
for (const [title, changes, expected] of counted) {
  test(`a charge is counted: ${title}`, () => {
    const { usdOf } = createPrices([made(2, {})]);

    assert.equal(usdOf(made(null, {}, changes)), expected);
  });
}
