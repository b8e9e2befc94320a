import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groupTasks } from '../../../../src/host/tasks/taskGroups.ts';
import { createRefreshGatherer } from '../../../../src/host/tasks/taskRefresh.ts';
import { createRowCache } from '../../../../src/host/tasks/taskRows.ts';
import { buildTask } from '../fakes/builders.ts';

describe('the Tasks view', () => {
  test('puts tasks where a person looks for them, newest first', () => {
    const dismissed = { code: 'dismissed', message: '' } as const;
    const groups = groupTasks([
      buildTask({ id: 'a', state: 'saving' }),
      buildTask({ id: 'b', state: 'failed' }),
      buildTask({ id: 'c', state: 'saved', jobFile: '/w/door.gen.yaml' }),
      buildTask({ id: 'd', state: 'saved' }),
      buildTask({ id: 'e', state: 'failed', error: dismissed }),
      buildTask({ id: 'f', state: 'planned' }),
    ]);
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

  test('draws a single row while a task stays in its section, everything when it moves', () => {
    const gatherer = createRefreshGatherer();
    gatherer.changed(buildTask({ id: 'a', state: 'pending' }));
    const appeared = gatherer.take();
    gatherer.changed(buildTask({ id: 'a', state: 'running' }));
    gatherer.changed(buildTask({ id: 'a', state: 'running', progress: 0.5 }));
    const moved = gatherer.take();
    gatherer.changed(buildTask({ id: 'a', state: 'saved' }));
    const ended = gatherer.take();
    assert.deepEqual(
      [appeared, moved, ended, gatherer.take()],
      [{ kind: 'all' }, { kind: 'tasks', ids: new Set(['a']) }, { kind: 'all' }, undefined],
    );
  });

  test('keeps one row object for one thing, until it is removed', () => {
    const rows = createRowCache();
    const row = rows.task('a');
    const again = rows.task('a');
    rows.forgetTask('a');
    assert.deepEqual([again === row, rows.task('a') === row], [true, false]);
  });
});
