import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { findRivalry, listAlongside, listRelated } from '../../../../../src/core/task/model/rivals.ts';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import type { TaskEntry } from '../../../../../src/core/task/model/taskEntry.ts';
import { buildSeed } from '../../../../fakes/tasks/taskBench.ts';
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
  assert.deepEqual(listAlongside({ ...red, fingerprint: 'filled' }, { known, own: known }), ['saved']);
});

function buildEntry(task: Partial<Task>, over: Partial<TaskEntry> = {}): TaskEntry {
  return { ...createEntry('task-1', 0, buildSeed()), ...over, task: buildTask(task) };
}

const own = buildEntry({ id: 'own', run: 'm', state: 'sending' });
const rivals: readonly (readonly [title: string, rivalry: 'yield' | 'wait' | null, ...related: TaskEntry[]])[] = [
  ['is accepted', 'yield', buildEntry({ run: 'z' })],
  ['has a result', 'yield', buildEntry({ run: 'z', state: 'saved' })],
  ['has failed', null, buildEntry({ run: 'z', state: 'failed' })],
  ['was not sent yet', null, buildEntry({ run: 'z', state: 'planned' })],
  ['may have been charged before it is sent again', 'yield', buildEntry({ state: 'planned', doubtfulAttempts: 1 })],
  ['is sent by a run with a smaller id', 'yield', buildEntry({ run: 'a', state: 'sending' })],
  ['is sent by a run with a larger id', 'wait', buildEntry({ run: 'z', state: 'sending' })],
  ['is of the same run', null, buildEntry({ run: 'm' })],
  ['is of another job file', null, buildEntry({ jobFile: '/w/other.gen.yaml' })],
  ['is of the sandbox', null, buildEntry({ isSandbox: true })],
  ['was planned in spite of this one', null, buildEntry({}, { alongside: ['own'] })],
  [
    'has taken the place of another request of the run',
    null,
    buildEntry({}),
    buildEntry({ id: 'twin', run: 'm', state: 'skipped', error: { code: 'sent-elsewhere', message: 'task-1' } }),
  ],
  [
    'was made again while another request of the run was skipped for its source',
    'yield',
    buildEntry({}),
    buildEntry({ id: 'twin', run: 'm', state: 'skipped', error: { code: 'upstream-failed', message: 'task-1' } }),
  ],
];
for (const [title, rivalry, ...related] of rivals) {
  test(`a request that another task makes, which ${title}: ${rivalry ?? 'is sent'}`, () => {
    assert.equal(findRivalry(own, related)?.kind ?? null, rivalry);
  });
}

test('of many tasks, those of other runs with the same request matter, and those of the run that were not sent for another', () => {
  const error = { code: 'sent-elsewhere', message: 'task-1' } as const;
  const all = [
    buildEntry({ id: 'same' }),
    buildEntry({ id: 'different', request: buildRequest({ fingerprint: 'other' }) }),
    buildEntry({ id: 'twin', run: 'm' }),
    buildEntry({ id: 'yielded', run: 'm', state: 'skipped', error }),
  ];

  assert.deepEqual(
    listRelated(own, all).map(({ task }) => task.id),
    ['same', 'yielded'],
  );
});
