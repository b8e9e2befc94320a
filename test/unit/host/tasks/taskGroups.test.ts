import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskState } from '../../../../src/core/task/model/task.ts';
import { groupTasks, createTaskSnapshot } from '../../../../src/host/tasks/taskGroups.ts';
import { createRefreshGatherer } from '../../../../src/host/tasks/taskRefresh.ts';
import { createRowCache } from '../../../../src/host/tasks/taskRows.ts';
import { buildTask } from '../fakes/builders.ts';

describe('the Tasks view', () => {
  test('puts tasks into the sections in which a user looks for them, newest first', () => {
    const dismissed = { code: 'dismissed', message: '' } as const;
    const groups = groupTasks(
      [
        buildTask({ id: 'a', state: 'saving' }),
        buildTask({ id: 'b', state: 'failed' }),
        buildTask({ id: 'c', state: 'saved', jobFile: '/w/door.gen.yaml' }),
        buildTask({ id: 'd', state: 'saved' }),
        buildTask({ id: 'e', state: 'failed', error: dismissed }),
        buildTask({ id: 'f', state: 'planned' }),
      ],
      0,
    );
    const ids = (tasks: readonly { readonly id: string }[]) => tasks.map(({ id }) => id).join('');
    assert.deepEqual(
      [
        ids(groups.inProgress),
        ids(groups.needsAttention),
        [...groups.finished].map(([path, tasks]) => [path, ids(tasks)]),
      ],
      [
        'af',
        'b',
        [
          ['/w/door.gen.yaml', 'c'],
          ['/w/hero.gen.yaml', 'de'],
        ],
      ],
    );
  });

  test('puts results that expire soon first, the most urgent at the top', () => {
    const hourMs = 3_600_000;
    const unsaved = (id: string, resultsExpireAt: number) => buildTask({ id, state: 'unsaved', resultsExpireAt });
    const { needsAttention } = groupTasks(
      [
        buildTask({ id: 'a', state: 'failed' }),
        unsaved('b', 9 * hourMs),
        unsaved('c', 10 * hourMs),
        unsaved('d', 2 * hourMs),
        unsaved('e', 99 * hourMs),
      ],
      8 * hourMs,
    );
    assert.equal(needsAttention.map(({ id }) => id).join(''), 'bcade');
  });

  test('draws a single row while a task stays in its section, two sections when it moves, everything when one is new', () => {
    const gatherer = createRefreshGatherer();
    const of = (id: string, state: TaskState) => gatherer.changed(buildTask({ id, state }));
    of('a', 'pending');
    const first = gatherer.take();
    of('a', 'running');
    of('a', 'running');
    const moved = gatherer.take();
    of('b', 'planned');
    const joined = gatherer.take();
    of('a', 'saved');
    const ended = gatherer.take();
    of('c', 'running');
    of('c', 'saved');
    of('b', 'running');
    const other = gatherer.take();
    gatherer.removed('a');
    const removed = gatherer.take();
    of('b', 'saved');
    const last = gatherer.take();

    const some = (sections: readonly string[], ids: readonly string[]) => ({
      kind: 'some',
      sections: new Set(sections),
      ids: new Set(ids),
    });
    const all = { kind: 'all' };
    assert.deepEqual(
      [first, moved, joined, ended, other, removed, last, gatherer.take()],
      [
        all,
        some([], ['a']),
        some(['inProgress'], []),
        all,
        some(['inProgress', 'finished'], ['b']),
        some(['finished'], []),
        all,
        undefined,
      ],
    );
  });

  test('puts tasks in order once, however many rows ask, until something changes', () => {
    let reads = 0;
    const tasks = [buildTask({ id: 'a' }), buildTask({ id: 'b', state: 'saved' })];
    const list = () => {
      reads += 1;
      return tasks;
    };
    const snapshot = createTaskSnapshot(list, () => 0);
    const seen = [snapshot.groups().inProgress[0], snapshot.find('b'), snapshot.find('c')];
    const readsBefore = reads;
    snapshot.renew();
    tasks.pop();

    assert.deepEqual(
      [seen.map((task) => task?.id), readsBefore, snapshot.find('b'), reads],
      [['a', 'b', undefined], 1, undefined, 2],
    );
  });

  test('keeps one row object for each task and section, until it is removed', () => {
    const rows = createRowCache();
    const row = rows.task('a');
    const again = rows.task('a');
    rows.forgetTask('a');
    assert.deepEqual([again === row, rows.task('a') === row], [true, false]);
  });
});
