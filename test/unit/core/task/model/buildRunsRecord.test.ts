import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildProvenance,
  buildRunsRecord,
  endKey,
  endKeyOf,
} from '../../../../../src/core/task/model/buildRunsRecord.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';

test('an artifact contains how it was made, with every digit', () => {
  const body = { prompt: 'A "cat"', seed: 9007199254740993n, image: 'sha256:ca7' };
  const request = buildRequest({ body, fingerprint: 'f1' });

  const text = buildProvenance({ request, taskId: 't1' }, { at: '2026-11-21T12:30:00.000Z', sha256: () => '' });

  assert.equal(
    text,
    '{"v":1,"at":"2026-11-21T12:30:00.000Z","fingerprint":"f1","model":"seedream-5-0-260128",' +
      '"endpoint":"/v1/images/generations","task_id":"t1",' +
      '"request":{"prompt":"A \\"cat\\"","seed":9007199254740993,"image":"sha256:ca7"}}',
  );
});

test('a saved task and its line in the runs file have the same key', () => {
  const place = { run: 'r', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'p', isSandbox: false };
  const planned = createEntry('1', 0, { ...place, request: buildRequest({ job: 'cover', index: 2 }) });
  const facts = { state: 'saved', taskId: 't1', submittedAt: 1_000, endedAt: 5_000 } as const;
  const entry = { ...planned, task: { ...planned.task, ...facts } };

  const record = buildRunsRecord(entry, () => '');

  assert.ok(record);
  assert.deepEqual([record.at, endKey(record)], ['1970-01-01T00:00:05.000Z', endKeyOf(entry.task)]);
});
