import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { groupTasks } from '../../../../src/host/tasks/taskGroups.ts';
import { buildRequest, buildTask } from '../fakes/builders.ts';

await import('../fakes/fakeVscode.ts');
const { buildProgress, buildRunRow, listRemovals, listResumptions, listRetries } =
  await import('../../../../src/host/tasks/runRow.ts');

/** Builds a number of equal tasks with different ids. */
const many = (count: number, over: Partial<Task>): readonly Task[] =>
  Array.from({ length: count }, (_, at) =>
    buildTask({ id: `${over.state ?? ''}${at}`, request: buildRequest({ index: at + 1 }), ...over }),
  );

const estimate = () => ({ amountUsd: 0.035, samples: 3 });

function rowOf(tasks: readonly Task[], { isEstimated = true, time = null as string | null } = {}) {
  const { runs, fixedIds } = groupTasks(tasks, 0);
  const [group] = runs.values();
  assert.ok(group);
  const options = { fixedIds, estimate: isEstimated ? estimate : null, isTrusted: true };
  return buildRunRow({ ...group, label: 'hero', time }, options);
}

const saved = { state: 'saved', amountUsd: 0.035 } as const;

describe('the row of a run', () => {
  test('says how far it is, what it has cost and may cost, and what runs, which waiting tasks do not', () => {
    const tasks = [...many(12, saved), ...many(4, { state: 'pending' }), ...many(44, { state: 'planned' })];
    const { description, spoken, sign } = rowOf(tasks);
    assert.deepEqual(
      [description, spoken, sign],
      [
        '12/60 · 4 running · $0.42 of ~$2.10',
        'hero, 12 of 60 saved, 4 running, $0.42 of ~$2.10, 44 waiting',
        'running',
      ],
    );
  });

  test('gives no estimate if one request has none, and no number for an amount that is unknown', () => {
    const tasks = [...many(1, { state: 'saved' }), ...many(2, { state: 'planned' })];
    assert.deepEqual(
      [rowOf(tasks, { isEstimated: false }).description, rowOf(tasks).description],
      ['1/3', '1/3 · – of ~$0.07'],
    );
  });

  test('includes what earlier attempts have cost', () => {
    const tasks = [...many(1, { ...saved, earlierUsd: [0.1] }), ...many(1, { state: 'stopped', earlierUsd: [0.2] })];

    assert.match(rowOf(tasks).description, /\$0\.34/);
  });

  test('says in its tooltip that it is the sandbox, whose amounts are play money', () => {
    const tasks = many(2, { ...saved, isSandbox: true });
    const { label, description, tooltip, spoken } = rowOf(tasks);
    assert.deepEqual([description, rowOf(tasks, { time: '3:59 AM' }).description], ['2/2', '2/2 · 3:59 AM']);
    assert.equal(tooltip.split('\n')[0], label);
    assert.match(tooltip, /\nplay money \$0\.07\nsandbox$/);
    assert.match(spoken, /, play money \$0\.07, sandbox$/);
  });

  const dismissed = { state: 'failed', error: { code: 'dismissed', message: '' } } as const;
  for (const [title, sign, tasks] of [
    ['all is saved', 'saved', many(2, saved)],
    ['the user has dismissed a part', 'partial', [...many(1, saved), ...many(1, dismissed)]],
    ['a part was skipped', 'partial', [...many(14, saved), ...many(10, { state: 'skipped' })]],
    ['all was skipped', 'skipped', many(2, { state: 'skipped' })],
    ['all was dismissed', 'settled', many(2, dismissed)],
    ['a part is unconfirmed', 'unconfirmed', [...many(1, saved), ...many(2, { state: 'unconfirmed' })]],
    ['parts need attention', 'mixed', [...many(1, { state: 'unconfirmed' }), ...many(1, { state: 'failed' })]],
    ['all was stopped', 'stopped', many(2, { state: 'stopped' })],
    ['a part waits', 'planned', [...many(1, { state: 'failed' }), ...many(1, { state: 'planned' })]],
  ] as const) {
    test(`has the icon ${sign} if ${title}`, () => assert.equal(rowOf(tasks).sign, sign));
  }

  test('counts what failed, what needs a decision, and what was skipped', () => {
    const failed = [...many(1, saved), ...many(2, { state: 'failed' }), ...many(1, { state: 'skipped' })];
    const doubtful = [...many(1, saved), ...many(1, { state: 'unconfirmed' })];
    assert.deepEqual(
      [failed, doubtful].map((tasks) => [rowOf(tasks).description, rowOf(tasks).sign]),
      [
        ['1/4 · 2 failed · 1 skipped · $0.035', 'failed'],
        ['1/2 · 1 needs attention · $0.035', 'unconfirmed'],
      ],
    );
  });

  test('offers what the user can do with it', () => {
    const runStopped = { code: 'run-stopped', message: '' } as const;
    const runs: readonly (readonly Task[])[] = [
      [...many(1, { state: 'planned' }), ...many(1, saved)],
      many(2, { state: 'pending', holder: 'alive' }),
      [...many(1, { state: 'failed' }), ...many(1, saved)],
      [...many(1, { state: 'stopped' }), ...many(1, { state: 'skipped', error: runStopped })],
    ];
    assert.deepEqual(
      runs.map((tasks) => rowOf(tasks).contextValue),
      [
        'run preview stopRun',
        'run preview',
        'run preview retryFailed clearFinished',
        'run preview resumeAll clearFinished',
      ],
    );
  });
});

describe('an action on a run', () => {
  const tasks = [
    buildTask({ id: 'failed', state: 'failed' }),
    buildTask({ id: 'dismissed', state: 'failed', error: { code: 'dismissed', message: '' } }),
    buildTask({ id: 'needing', state: 'skipped', error: { code: 'upstream-failed', message: 'still' } }),
    buildTask({ id: 'unsent', state: 'skipped', error: { code: 'run-stopped', message: '' } }),
    buildTask({ id: 'stopped', state: 'stopped' }),
    buildTask({ id: 'lost', state: 'lost' }),
    buildTask({ id: 'unsaved', state: 'unsaved' }),
    buildTask({ id: 'fixed', state: 'failed' }),
    buildTask({ id: 'saved', state: 'saved' }),
    buildTask({ id: 'foreign', state: 'failed', holder: 'alive' }),
  ];

  for (const [title, list, expected] of [
    ['Retry Failed sends what failed and what was not sent because of it', listRetries, 'failed retry, needing retry'],
    [
      'Resume Stopped continues what was stopped, and sends what was not sent because the run was stopped',
      listResumptions,
      'stopped resume, lost resume, unsent retry',
    ],
    [
      'Clear Finished removes nothing that the user may still act on',
      listRemovals,
      'dismissed remove, needing remove, unsent remove, fixed remove, saved remove',
    ],
  ] as const) {
    test(title, () => {
      const steps = list(tasks, new Set(['fixed']));
      assert.equal(steps.map(({ task, action }) => `${task.id} ${action}`).join(', '), expected);
    });
  }
});

describe('the progress of all runs', () => {
  test('counts the tasks of the runs in progress only', () => {
    const tasks = [
      ...many(12, saved),
      ...many(4, { state: 'running' }),
      ...many(1, { state: 'failed' }),
      ...many(43, { state: 'planned' }),
    ].map((task, at) => ({ ...task, request: buildRequest({ index: at + 1 }) }));
    tasks.push(buildTask({ id: 'x', run: 'other', jobFile: '/w/other.gen.yaml', state: 'saved' }));
    assert.deepEqual(buildProgress(tasks), {
      text: '12/60',
      spoken: '12 of 60 saved, 1 failed, 4 running, 43 waiting',
      icon: 'loading~spin',
    });
  });

  test('names the state of a single task, and is missing when nothing is in flight', () => {
    const texts = (['planned', 'pending', 'saved'] as const).map((state) => buildProgress(many(1, { state }))?.text);
    assert.deepEqual(texts, ['1 waiting', '1 running', undefined]);
  });
});
