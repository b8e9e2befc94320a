import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringifyJson } from '../../../../src/core/support/json/json.ts';
import { parseTaskRecord } from '../../../../src/sandbox/store/taskRecord.ts';

const record = {
  id: `task_${'0'.repeat(32)}`,
  kind: 'music',
  path: '/v1/music/generations',
  model: 'sonic',
  body: { prompt: 'x', seed: 9_007_199_254_740_993n },
  createdAtMs: 1,
  startsAtMs: 2,
  endsAtMs: 3,
  amountUsd: 0.08,
  failure: null,
};

test('reads a record as it was written, large integers with all their digits', () => {
  assert.deepEqual(parseTaskRecord(stringifyJson(record)), record);
});

test('reads a record of a version that did not write paths', () => {
  const { path: _, ...old } = record;
  assert.deepEqual(parseTaskRecord(stringifyJson(old)), record);
});

test('ignores anything but a record', () => {
  const texts = [
    '',
    'null',
    '{"id":',
    stringifyJson({ ...record, kind: 'opera' }),
    stringifyJson({ ...record, body: [] }),
  ];
  assert.deepEqual(texts.map(parseTaskRecord), [null, null, null, null, null]);
});
