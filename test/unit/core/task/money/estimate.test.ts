import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../../../../src/core/support/json/json.ts';
import type { Charge } from '../../../../../src/core/task/money/charge.ts';
import type { Prices } from '../../../../../src/core/task/money/prices.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { accountOf, buildCharge, costsOf } from '../../../../fakes/tasks/charges.ts';

const made = (amountUsd: number | null, body: JsonObject, changes: Partial<Charge> = {}): Charge =>
  buildCharge({ amountUsd, costs: costsOf(body), ...changes });

function estimate(charges: readonly Charge[], recordBody: JsonObject, prices: Prices = {}) {
  const { model, endpoint, profile } = buildCharge();
  return accountOf(charges, prices).estimate({ model, endpoint, recordBody }, profile);
}

test('an estimate is the median of the cost of similar requests', () => {
  const charges = [0.1, 0.9, 0.2, 0.3].map((amount) => made(amount, { prompt: 'A cat' }));

  assert.deepEqual(estimate(charges, { prompt: 'A dog' }), { amountUsd: 0.25, samples: 4 });
});

const paidBody: JsonObject = {
  model: 'm',
  prompt: 'A cat',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'x'.repeat(100) }] }],
  image: `sha256:${'a'.repeat(64)}`,
  seed: 1,
  max_tokens: 5_000,
  metadata: { resolution: '720p', seed: 1 },
};

const alike: readonly (readonly [string, JsonObject])[] = [
  ['another prompt', { prompt: 'A dog on a hill' }],
  ['another text of a like size', { messages: [{ role: 'user', content: [{ type: 'text', text: 'y'.repeat(70) }] }] }],
  ['another seed, also below metadata', { seed: 2, metadata: { resolution: '720p', seed: 2 } }],
  ['a title and a user', { title: 'T', user: 'u' }],
  ['another input', { image: 'https://media.example/b.png' }],
  ['another input of another job', { image: '${{ jobs.still.url }}' }],
  ['a limit of a like size', { max_tokens: 8_000 }],
];
for (const [title, changes] of alike) {
  test(`a request with ${title} has the estimate`, () => {
    const estimated = estimate([made(0.1, paidBody)], { ...paidBody, ...changes });

    assert.deepEqual(estimated, { amountUsd: 0.1, samples: 1 });
  });
}

const others: readonly (readonly [string, JsonObject])[] = [
  ['a size', { size: '4K' }],
  ['a count', { n: 4 }],
  ['a field that no catalog knows', { num_images: 50 }],
  ['a switch that is an empty map', { web_search_options: {} }],
  ['such a field below another one', { extra: { input: { num_images: 50 } } }],
  ['such a field in a text field', { prompt: { num_images: 50 } }],
  ['such a field in a message', { messages: [{ role: 'user', content: 'x'.repeat(100), count: 9 }] }],
  ['another resolution below metadata', { metadata: { resolution: '1080p' } }],
  ['a much longer prompt', { prompt: 'x'.repeat(960_000) }],
  ['much longer messages', { messages: Array.from({ length: 9 }, () => ({ role: 'user', content: 'x'.repeat(100) })) }],
  ['many references in its text', { prompt: `sha256:${'a'.repeat(64)} `.repeat(1_000) }],
  ['a larger limit of the output', { max_tokens: 100_000 }],
  ['another limit of the output', { max_output_tokens: 5_000 }],
  ['more inputs', { image: Array.from({ length: 2 }, () => 'https://media.example/b.png') }],
  ['an input in another field', { image_tail: 'https://media.example/b.png' }],
];
for (const [title, changes] of others) {
  test(`a request with ${title} has no estimate`, () => {
    assert.equal(estimate([made(0.1, paidBody)], { ...paidBody, ...changes }), null);
  });
}

test('a change of a field that may cost changes the estimate, and a change of one that does not keeps it', () => {
  const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.string({ maxLength: 9 }));
  const body = fc.dictionary(fc.string({ maxLength: 9 }), fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })));
  const path = fc.array(fc.string({ maxLength: 9 }), { maxLength: 3 });
  const free = fc.constantFrom('prompt', 'seed', 'title', 'temperature');
  const put = (base: JsonObject, [first, ...rest]: readonly string[], value: JsonValue): JsonObject =>
    first === undefined ? base : { ...base, [first]: rest.length === 0 ? value : put({}, rest, value) };
  fc.assert(
    fc.property(body, path, free, scalar, scalar, (base, above, name, one, other) => {
      const [here, there] = [one, other].map((value) => costsOf(put(base, [...above, name], value)));
      const [before, after] = [one, other].map((value) => costsOf(put(base, [...above, 'x-1'], value)));
      assert.deepEqual([here === there, before === after], [true, one === other]);
    }),
  );
});

const stated: Prices = { 'seedream-5-0-260128': 0.5, 'seed*': 0.2, 'seedream-5*': 0.3, '*': 0.1, '/v1/erase': 0.4 };
const unstated = { ...buildCharge(), recordBody: { size: '4K' } };
const lookups: readonly (readonly [string | null, number])[] = [
  ['seedream-5-0-260128', 0.5],
  ['seedream-5-1', 0.3],
  ['seedance', 0.2],
  ['__proto__', 0.1],
  [null, 0.4],
];
for (const [model, amountUsd] of lookups) {
  test(`without a sample, the price of ${model} is the stated one of the longest name`, () => {
    const { estimate: ask } = accountOf([], stated);

    assert.deepEqual(ask({ ...unstated, model, endpoint: '/v1/erase' }, 'studio'), { amountUsd, samples: 0 });
  });
}

test('a stated price counts until the amount of such a request is known, and nothing is stated for other models', () => {
  const known = estimate([made(0.1, {})], {}, stated);
  const { estimateModel, usdOf } = accountOf([], { a: 2 });

  assert.deepEqual(known, { amountUsd: 0.1, samples: 1 });
  assert.deepEqual([estimateModel('a', 'studio'), estimateModel('ab', 'studio')], [{ amountUsd: 2, samples: 0 }, null]);
  assert.deepEqual(
    ['a', 'b'].map((model) => usdOf(buildCharge({ model, amountUsd: null }))),
    [2, null],
  );
});

/** The amounts of earlier requests, oldest first, and the estimate. */
const unbelievable: readonly (readonly [string, readonly number[], number | null])[] = [
  ['one amount of 0 is no estimate', [0], null],
  ['amounts of 0 alone are one when there are several', [0, 0, 0], 0],
  ['amounts of 0 do not count beside another one', [0, 0, 0, 0.04], 0.04],
  ['an amount above 1,000 is no estimate', [1_001], null],
  ['an amount above 1,000 does not count beside another one', [1e308, 0.04, 1e308], 0.04],
];
for (const [title, amounts, expected] of unbelievable) {
  test(title, () => {
    const charges = amounts.map((amount, at) => made(amount, {}, { at }));

    assert.equal(estimate(charges, {})?.amountUsd ?? null, expected);
  });
}

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
  const { estimateModel } = accountOf([
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
  ['an attempt in doubt like the price of the last one', { amountUsd: 0.5, doubtful: 1, model: 'other' }, 1],
  ['nothing known of an attempt in doubt', { amountUsd: 0, doubtful: 1, model: 'other' }, null],
];
for (const [title, changes, expected] of counted) {
  test(`a charge is counted: ${title}`, () => {
    const { usdOf } = accountOf([made(2, {})]);

    assert.equal(usdOf(made(null, {}, changes)), expected);
  });
}
