import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import { isSamePlan, mapGiven } from '../../../../../src/core/task/model/earlier.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import { buildRecord, buildTask } from '../../../host/fakes/builders.ts';

test('a given result is the record or the task that makes a request elsewhere', () => {
  const record = buildRecord({ run: 'old', job: 'still', index: 3 });
  const task = buildTask({ run: 'other', request: buildRequest({ job: 'still', index: 4 }) });

  assert.deepEqual(
    [
      mapGiven({ job: 'still', index: 1 }, { kind: 'recorded', record }),
      mapGiven({ job: 'still', index: 2 }, { kind: 'task', task }),
    ],
    [
      { job: 'still', index: 1, from: { run: 'old', job: 'still', index: 3 } },
      { job: 'still', index: 2, from: { run: 'other', job: 'still', index: 4 } },
    ],
  );
});

describe('two plans of a request', () => {
  const value = (file: string) => ({ kind: 'file', file, sha256: file, takesData: true }) as const;
  const plain = buildRequest({
    job: 'a',
    body: { prompt: 'a' },
    placeholders: [{ path: ['image'], value: value('d.png') }],
    inputs: [{ path: 'd.png', sha256: 'd' }],
  });
  const rows: readonly (readonly [string, Partial<PlannedRequest>, boolean])[] = [
    ['index', { index: 5 }, true],
    ['name of the input', { inputs: [{ path: 'e.png', sha256: 'd' }] }, true],
    ['job', { job: 'b' }, false],
    ['endpoint', { endpoint: '/v1/other' }, false],
    ['body', { recordBody: { prompt: 'x' } }, false],
    ['placeholder', { placeholders: [{ path: ['image'], value: value('e.png') }] }, false],
    ['need', { needs: ['still'] }, false],
    ['content of the input', { inputs: [{ path: 'd.png', sha256: 'e' }] }, false],
  ];
  for (const [title, changes, expected] of rows) {
    test(`with another ${title} are ${expected ? 'the same' : 'different'}`, () => {
      assert.equal(isSamePlan(plain, { ...plain, ...changes }), expected);
    });
  }
});
