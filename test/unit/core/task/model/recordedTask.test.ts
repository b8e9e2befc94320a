import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildProvenance } from '../../../../../src/core/task/model/recordedTask.ts';
import { buildRequest } from '../../../../fakes/requests.ts';

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
