import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRunsRecord, endKey, endKeyOf } from '../../../../../src/core/task/model/buildRunsRecord.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';

test('a saved task and its line in the runs file have the same key', () => {
  const place = { run: 'r', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'p', isSandbox: false };
  const planned = createEntry('1', 0, { ...place, request: buildRequest({ job: 'cover', index: 2 }) });
  const facts = { state: 'saved', taskId: 't1', submittedAt: 1_000, endedAt: 5_000 } as const;
  const entry = { ...planned, task: { ...planned.task, ...facts } };

  const record = buildRunsRecord(entry, () => '');

  assert.ok(record);
  assert.deepEqual([record.at, endKey(record)], ['1970-01-01T00:00:05.000Z', endKeyOf(entry.task)]);
});
