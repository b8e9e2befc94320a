import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../../../src/core/support/json/json.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { createTaskRows, groupTasks, currentOf, type Row } from '../../../../src/host/tasks/taskGroups.ts';
import { buildRequest, buildTask } from '../fakes/builders.ts';

const hourMs = 3_600_000;
/** The highest number of tasks below a row. */
const pageSize = 50;

/** Builds tasks of one run, one for each letter. */
const buildRun = (run: string, ids: string, over: Partial<Task> = {}): readonly Task[] =>
  Array.from(ids, (id, at) =>
    buildTask({ id, run, state: 'saved', request: buildRequest({ index: at + 1 }), ...over }),
  );

/** Returns the rows as a person sees them: a letter for a task, the other rows with their children. */
function draw(tasks: readonly Task[], now = 0): unknown {
  const { childrenOf } = createTaskRows(
    () => tasks,
    () => now,
  );
  const drawRow = (row: Row): unknown => {
    if (row.kind === 'task') return row.taskId;
    const name =
      row.kind === 'section' ? row.section : row.kind === 'run' ? row.run : row.kind === 'more' ? 'more' : row.path;
    return [name, ...childrenOf(row).map(drawRow)];
  };
  return childrenOf().map(drawRow);
}

describe('the Tasks view', () => {
  test('has one row for each run, in the section in which a user looks for it, newest first', () => {
    const [b] = buildRun('2', 'b', { state: 'failed' });
    const tasks = [
      ...buildRun('1', 'a', { state: 'planned' }),
      ...(b ? [b] : []),
      ...buildRun('2', 'cd', { state: 'running' }),
      ...buildRun('3', 'ef', { jobFile: '/w/door.gen.yaml' }),
      ...buildRun('4', 'g', { state: 'failed', jobFile: '/w/door.gen.yaml' }),
      ...buildRun('5', 'hi', { error: { code: 'dismissed', message: '' }, state: 'failed' }),
      ...buildRun('6', 'j'),
    ];
    assert.deepEqual(draw(tasks), [
      ['inProgress', 'a', ['2', 'b', 'c', 'd']],
      ['needsAttention', 'g'],
      ['finished', ['/w/door.gen.yaml', 'e', 'f'], ['/w/hero.gen.yaml', ['5', 'h', 'i'], 'j']],
    ]);
  });

  test('has a run for each job file of a press', () => {
    const tasks = [...buildRun('1', 'a'), ...buildRun('1', 'b', { jobFile: '/w/door.gen.yaml' })];
    assert.deepEqual(draw(tasks), [['finished', 'a', 'b']]);
  });

  test('puts results that expire soon first, the most urgent at the top', () => {
    const unsaved = (id: string, hours: number, run = id): Task =>
      buildTask({ id, run, state: 'unsaved', resultsExpireAt: hours * hourMs });
    const tasks = [
      buildTask({ id: 'a', run: 'a', state: 'failed' }),
      unsaved('b', 9),
      unsaved('c', 10, 'f'),
      unsaved('d', 8.5, 'f'),
      unsaved('e', 99),
    ];
    assert.deepEqual(draw(tasks, 8 * hourMs), [['needsAttention', ['f', 'd', 'c'], 'b', 'a', 'e']]);
  });

  test('a failure leaves Needs Attention when a later run has made its result, a possible charge does not', () => {
    const later = { createdAt: 1 } as const;
    const request = buildRequest({ fingerprint: 'other' });
    const edited = buildRequest({ job: 'still', fingerprint: 'fixed' });
    const tasks = [
      ...buildRun('new', 'a', { ...later, request }),
      ...buildRun('new2', 'b', { ...later, request: edited }),
      buildTask({ id: 'same', run: 'old', state: 'failed', request: buildRequest({ index: 7, fingerprint: 'other' }) }),
      buildTask({ id: 'edited', run: 'old', state: 'failed', request: buildRequest({ job: 'still' }) }),
      buildTask({ id: 'unsent', run: 'old', state: 'stopped', request }),
      buildTask({ id: 'doubtful', run: 'old', state: 'unconfirmed', request }),
      buildTask({ id: 'accepted', run: 'old', state: 'stopped', taskId: 'g-1', request }),
      buildTask({ id: 'maybe', run: 'old', state: 'failed', doubtfulAttempts: 1, request }),
      buildTask({ id: 'other', run: 'old', state: 'failed', request: buildRequest({ index: 3 }) }),
      ...buildRun('older', 'o', { createdAt: -1, request: buildRequest({ index: 3 }) }),
    ];
    const { fixedIds, runs } = groupTasks(tasks, 0);
    assert.deepEqual([...fixedIds], ['same', 'edited', 'unsent']);
    assert.deepEqual(
      [...runs.values()].map(({ run, section }) => `${run} ${section}`),
      ['new finished', 'new2 finished', 'old needsAttention', 'older finished'],
    );
  });

  test('shows many tasks of a run in pages, and finds each row from its parents', () => {
    const tasks = [
      ...Array.from({ length: 2 * pageSize + 1 }, (_, at) => buildTask({ id: `t${at}` })),
      ...buildRun('1', 'ab'),
      ...buildRun('2', 'c'),
      ...buildRun('3', 'de', { jobFile: '/w/door.gen.yaml' }),
      ...buildRun('4', 'f', { jobFile: '/w/song.gen.yaml' }),
    ];
    const rows = createTaskRows(
      () => tasks,
      () => 0,
    );
    const sizes: number[] = [];
    const paths: Record<string, string> = {};
    const visit = (row: Row | undefined, path: string): void => {
      const below = rows.childrenOf(row);
      if (row?.kind === 'more' || below.length > 10) sizes.push(below.length);
      for (const each of below) {
        assert.equal(rows.parentOf(each), row);
        if (each.kind === 'task') paths[each.taskId] = path;
        visit(each, `${path} ${each.kind}`);
      }
    };
    visit(undefined, '');
    assert.deepEqual(sizes, [pageSize + 1, pageSize + 1, 1]);
    assert.deepEqual(
      Array.from('acdf', (id) => paths[id]),
      [' section jobFile run', ' section jobFile', ' section jobFile', ' section'],
    );
  });
});

describe('a redraw of the Tasks view', () => {
  /** Returns the ids of the rows that are drawn after changes to tasks. `null` is the root. */
  function redraw(
    before: readonly Task[],
    after: readonly Task[],
    isOther = (row: Row): boolean => row.kind === 'run' || row.kind === 'jobFile',
  ) {
    let tasks = before;
    const rows = createTaskRows(
      () => tasks,
      () => 0,
    );
    rows.groups();
    tasks = after;
    const changed = new Set(after.filter((task) => !before.includes(task)).map(({ id }) => id));
    return rows.renew(changed, isOther).map((row) => (row ? row.id.replaceAll(/"|\[|\]/g, '') : null));
  }

  const thousand = Array.from({ length: 1_000 }, (_, at) => buildTask({ id: `t${at}`, run: '1', state: 'pending' }));
  const others = [
    ...buildRun('2', 'abx', { jobFile: '/w/door.gen.yaml' }),
    ...buildRun('3', 'cd', { state: 'failed' }),
  ];
  const all = [...thousand, ...others];
  const change = (ids: readonly number[], over: Partial<Task>): readonly Task[] =>
    all.map((task) => (ids.some((id) => task.id === `t${id}`) ? { ...task, ...over } : task));

  test('draws one row when the progress of one task of a thousand changes', () => {
    assert.deepEqual(
      redraw(all, change([700], { progress: 0.5 }), () => false),
      ['task:t700'],
    );
  });

  test('draws the row of the run when its numbers change, and nothing of another run', () => {
    assert.deepEqual(redraw(all, change([3, 700], { state: 'saved' })), ['run:1,/w/hero.gen.yaml']);
  });

  test('draws the run when a task needs attention, because that task becomes its first row', () => {
    assert.deepEqual(
      redraw(all, change([10], { state: 'failed' }), () => false),
      ['run:1,/w/hero.gen.yaml'],
    );
  });

  test('draws two sections when a run moves, and everything when a section appears or disappears', () => {
    const third = buildRun('4', 'ef', { state: 'running' });
    const ended = third.map((task): Task => ({ ...task, state: 'saved' }));
    assert.deepEqual(redraw([...all, ...third], [...all, ...ended]), ['section:inProgress', 'section:finished']);
    assert.deepEqual(redraw(third, ended), [null]);
  });

  test('draws the job file when one of its tasks is removed, and nothing when nothing has changed', () => {
    assert.deepEqual(
      redraw(
        all,
        all.filter(({ id }) => id !== 'a'),
      ),
      ['jobFile:/w/door.gen.yaml'],
    );
    assert.deepEqual(redraw(all, all), []);
  });
});

describe('what a job file has now', () => {
  const task = (run: string, state: Task['state'], axes: JsonObject, index = 1, job: string | null = null): Task =>
    buildTask({
      id: `${run}-${job}-${JSON.stringify(axes)}-${index}`,
      run,
      state,
      request: buildRequest({ axes, index, job }),
    });
  const [dawn, noon, dusk] = [{ light: 'dawn' }, { light: 'noon' }, { light: 'dusk' }];
  const cases: readonly (readonly [title: string, tasks: readonly Task[], states: string])[] = [
    [
      'the missing results of an earlier run',
      [task('r2', 'running', noon, 2), task('r1', 'saved', dawn), task('r1', 'saved', dusk, 3)],
      'running saved saved',
    ],
    [
      'all results again, after a value was inserted before the others',
      [
        task('r2', 'saved', dusk),
        task('r2', 'running', dawn, 2),
        task('r1', 'saved', dawn),
        task('r1', 'failed', noon, 2),
      ],
      'saved running',
    ],
    [
      'an earlier result where the newest run was stopped',
      [task('r2', 'skipped', dawn), task('r2', 'skipped', noon, 2), task('r1', 'saved', dawn)],
      'saved skipped',
    ],
    ['no failure of an earlier run', [task('r2', 'saved', dawn), task('r1', 'failed', noon, 2)], 'saved'],
    [
      'nothing of an earlier matrix',
      [task('r2', 'saved', dawn), task('r1', 'saved', { light: 'dawn', seed: 1 })],
      'saved',
    ],
    [
      'each repetition',
      [task('r2', 'running', {}, 3), task('r1', 'saved', {}, 1), task('r1', 'saved', {}, 2)],
      'running saved saved',
    ],
    [
      'each job as its newest run has left it',
      [task('r2', 'failed', {}, 1, 'door'), task('r1', 'saved', {}, 1, 'door'), task('r1', 'saved', {}, 1, 'still')],
      'failed saved',
    ],
  ];
  for (const [title, tasks, states] of cases) {
    test(title, () =>
      assert.equal(
        currentOf(tasks)
          .map(({ state }) => state)
          .join(' '),
        states,
      ),
    );
  }

  test('of the jobs of some runs, whatever other jobs have', () => {
    const tasks = [task('r3', 'saved', {}, 1, 'still'), task('r2', 'running', dawn), task('r1', 'saved', noon, 2)];
    assert.deepEqual(
      currentOf(tasks, new Set(['r2'])).map(({ run }) => run),
      ['r2', 'r1'],
    );
  });
});
