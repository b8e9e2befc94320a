import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAlongside } from '../../../../../src/core/task/model/rivals.ts';
import { buildRequest, buildTask } from '../../../host/fakes/builders.ts';

test('a request that waits for other jobs knows the tasks of its row, saved or not', () => {
  const red = buildRequest({ job: 'clip', axes: { color: 'red' }, fingerprint: '' });
  const blue = { ...red, axes: { color: 'blue' }, index: 2 };
  const known = [
    buildTask({ id: 'open', request: red, state: 'running' }),
    buildTask({ id: 'saved', request: { ...red, index: 3, fingerprint: 'filled' }, state: 'saved' }),
    buildTask({ id: 'failed', request: red, state: 'failed' }),
    buildTask({ id: 'other row', request: blue, state: 'saved' }),
    buildTask({ id: 'other job', request: { ...red, job: 'still' }, state: 'saved' }),
  ];
  assert.deepEqual(listAlongside(red, { known, own: [] }), ['open', 'saved']);
});
