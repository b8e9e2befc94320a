import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { JsonObject } from '../../../../src/core/support/json.ts';
import { createEstimator } from '../../../../src/core/task/estimate.ts';
import { mergeHistory } from '../../../../src/core/task/mergeHistory.ts';
import { buildRecord } from '../../host/fakes/builders.ts';

const made = (amount_usd: number | null, request: JsonObject, changes: Partial<RunsRecord> = {}): RunsRecord =>
  buildRecord({ amount_usd, request, ...changes });

function estimate(history: readonly RunsRecord[], recordBody: JsonObject) {
  const { model, endpoint } = buildRecord();
  return createEstimator(history)({ model, endpoint, recordBody });
}

test('an estimate is the median of what requests like it have cost', () => {
  const history = [0.1, 0.9, 0.2, 0.3].map((amount) => made(amount, { prompt: 'A cat' }));

  assert.deepEqual(estimate(history, { prompt: 'A dog' }), { amountUsd: 0.25, samples: 4 });
});

const others: readonly (readonly [string, JsonObject])[] = [
  ['size', { size: '4K' }],
  ['count', { n: 4 }],
  ['resolution below metadata', { metadata: { resolution: '1080p' } }],
];
for (const [title, other] of others) {
  test(`a request of another ${title} has no estimate`, () => {
    assert.equal(estimate([made(0.1, {})], other), null);
  });
}

test('fields that cost nothing do not matter', () => {
  const history = [made(0.1, { prompt: 'A cat', seed: 1 })];

  assert.deepEqual(estimate(history, { prompt: 'A dog', seed: 2 }), { amountUsd: 0.1, samples: 1 });
});

test('neither another model nor a missing amount nor a failure says anything', () => {
  const history = [made(0.1, {}, { model: 'other' }), made(null, {}), made(0.1, {}, { status: 'failed' })];

  assert.equal(estimate(history, {}), null);
});

test('amounts of the sandbox never count, and each task counts once', () => {
  const records = [
    made(1, {}, { profile: 'sandbox', task_id: 's1' }),
    made(2, {}, { task_id: 'a', status: 'unsaved' }),
    made(2, {}, { task_id: 'a' }),
    made(4, {}, { task_id: 'b' }),
  ];

  assert.deepEqual(estimate(mergeHistory(records, []), {}), { amountUsd: 3, samples: 2 });
});
