import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskAction, TaskState } from '../../../../src/core/task/model/task.ts';
import type { TaskChange, TaskSeed } from '../../../../src/core/task/model/taskEvent.ts';
import { moveTasks, performAction } from '../../../../src/core/task/performAction.ts';
import { type EngineServices, Watchers } from '../../../../src/core/task/watchers.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import {
  buildSeed,
  createTaskBench,
  sendingChange,
  untilPending,
  untilSaving,
  urlResult,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';
import { buildServices } from '../../../fakes/tasks/taskServices.ts';
import { buildArtifact } from '../../host/fakes/builders.ts';

const stopped = (code: 'not-sent' | 'stopped-by-user'): TaskChange => ({
  kind: 'stopped',
  error: { code, message: '' },
});
const unconfirmed: TaskChange = { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } };
const unsaved: TaskChange = { kind: 'unsaved', artifacts: [], error: { code: 'disk', message: '' } };
const failed: TaskChange = {
  kind: 'failed',
  error: { code: 'request-rejected', message: '' },
  statusWord: null,
  amountUsd: null,
};
const spooled = { source: { kind: 'spooled', name: 's1', mediaType: 'image/png' }, title: null, lyrics: null } as const;

/** Arranges the task `t1`, and watchers that note their calls. */
function arrange(changes: readonly TaskChange[], options: Omit<TaskBenchOptions, 'changes'> = {}) {
  const bench = createTaskBench({ changes, ...options });
  const { store } = bench;
  const done: string[] = [];
  const note =
    (what: string) =>
    (id: string): Promise<void> =>
      Promise.resolve(void done.push(`${what} ${id}`));
  const moved: string[] = [];
  let ids = 0;
  const services: EngineServices = {
    ...buildServices(bench.services, {
      createId: () => `new-${(ids += 1)}`,
      recorder: { record: note('record') },
      runsFile: { move: ({ from }) => Promise.resolve(void moved.push(from)) },
    }),
    watchers: Object.assign(new Watchers(bench.services), {
      async end(id: string, change: TaskChange) {
        await note('end')(id);
        await store.changeAnyway(id, change);
      },
      stopSending: (id: string) => void note('stop sending')(id),
      watch: note('watch'),
      async watchAdded(added: Promise<void>, wanted: readonly string[]) {
        await added;
        done.push(`watch added ${wanted.filter((id) => store.get(id)).join(' ')}`);
        return [];
      },
    }),
  };
  const add = async (id: string, seed: Partial<TaskSeed>, past: readonly TaskChange[]): Promise<void> => {
    await store.add([{ id, seed: buildSeed(seed) }]);
    for (const change of past) await store.change(id, change);
  };
  const act = (action: TaskAction, id = 't1') => performAction(id, action, services);
  const states = () => store.list().map(({ task }) => [task.id, task.state, task.error?.code ?? null]);
  return { bench, store, services, done, moved, add, act, states };
}

describe('an action of the user', () => {
  const rows: readonly (readonly [
    title: string,
    changes: readonly TaskChange[],
    action: TaskAction,
    state: TaskState,
    error: string | null,
    done: readonly string[],
  ])[] = [
    ['stops a task that was not sent', [], 'stopWatching', 'stopped', 'not-sent', ['end t1']],
    ['stops the watching of an accepted task', untilPending, 'stopWatching', 'stopped', 'stopped-by-user', ['end t1']],
    ['only ends the wait for a response', [sendingChange], 'stopWatching', 'sending', null, ['stop sending t1']],
    ['continues an unsent task', [stopped('not-sent')], 'resume', 'planned', null, ['watch t1']],
    [
      'continues an accepted task',
      [...untilPending, stopped('stopped-by-user')],
      'resume',
      'pending',
      null,
      ['watch t1'],
    ],
    ['sends an unconfirmed request again', [sendingChange, unconfirmed], 'resubmit', 'planned', null, ['watch t1']],
    ['dismisses an unconfirmed request', [sendingChange, unconfirmed], 'dismiss', 'failed', 'dismissed', ['record t1']],
    ['saves again', [...untilSaving([]), unsaved], 'saveAgain', 'saving', null, ['watch t1']],
  ];
  for (const [title, changes, action, state, error, expected] of rows) {
    test(title, async () => {
      const { act, states, done } = arrange(changes);

      await act(action);

      assert.deepEqual([states(), done], [[['t1', state, error]], expected]);
    });
  }

  test('that is selected twice is carried out once', async () => {
    const { act, states, done } = arrange([stopped('not-sent')]);

    await Promise.all([act('resume'), act('resume')]);

    assert.deepEqual([states(), done], [[['t1', 'planned', null]], ['watch t1']]);
  });

  test('that the state does not allow does nothing', async () => {
    const { act, states, done, bench } = arrange(untilPending);

    await act('retry');
    await act('resume', 'gone');

    assert.deepEqual([states(), done], [[['t1', 'pending', null]], []]);
    assert.deepEqual(bench.logged, [
      'Task t1: retry is not possible while it is pending',
      'Task gone: resume is not possible: it is gone',
    ]);
  });
});

describe('a task that is removed', () => {
  const changes = [
    ...untilSaving([spooled]),
    { kind: 'saved', artifacts: [buildArtifact('hero.png')] },
  ] satisfies readonly TaskChange[];

  test('leaves the list and the spool', async () => {
    const { act, states, bench } = arrange(changes);

    await act('remove');

    assert.deepEqual([states(), bench.removed], [[], ['s1']]);
  });

  test('keeps its media while the journal may bring it back', async () => {
    const { act, bench } = arrange(changes, { refuses: ({ kind }) => kind === 'removed' });

    await act('remove');

    assert.deepEqual(bench.removed, []);
  });
});

describe('a retry', () => {
  test('replaces the failed task by one with the same request in the same run', async () => {
    const { act, store, states, done } = arrange([failed], { seed: { origin: 'https://old.example' } });
    const before = store.entryOf('t1');

    await act('retry');

    const after = store.entryOf('new-1');
    assert.deepEqual([states(), done], [[['new-1', 'planned', null]], ['watch added new-1']]);
    assert.deepEqual([after.task.run, after.planned], [before.task.run, before.planned]);
    // The profile may name another gateway now.
    assert.equal(after.origin, null);
  });

  test('by two clicks makes one task', async () => {
    const { act, states } = arrange([failed]);

    await Promise.all([act('retry'), act('retry')]);

    assert.deepEqual(states(), [['new-1', 'planned', null]]);
  });

  test('is left to the window that has adopted the failed task', async () => {
    const { services, store, done } = arrange([failed]);
    const remove: typeof store.remove = (ids) => (ids.includes('t1') ? Promise.resolve('kept') : store.remove(ids));

    await performAction('t1', 'retry', { ...services, store: { ...store, remove } });
    await new Promise(setImmediate);

    assert.deepEqual([store.get('new-1'), done], [undefined, ['watch added ']]);
  });
});

describe('what continues a task that waits for other jobs', () => {
  const source = { run: 'run-1', job: 'still', index: 1 };
  const still = { request: buildRequest({ job: 'still' }) };

  test('first continues a source that was stopped', async () => {
    const { act, add, done, states } = arrange([stopped('not-sent')], { seed: { sources: [source] } });
    await add('source', still, [stopped('not-sent')]);

    await act('resume');

    assert.deepEqual(done, ['watch source', 'watch t1']);
    assert.deepEqual(
      states().map(([, state]) => state),
      ['planned', 'planned'],
    );
  });

  test('first retries a source that was skipped because its run was stopped', async () => {
    const { act, add, done, store } = arrange([failed], { seed: { sources: [source] } });
    await add('source', still, [{ kind: 'skipped', error: { code: 'run-stopped', message: '' } }]);

    await act('retry');

    assert.deepEqual(done, ['watch added new-1', 'watch added new-2']);
    assert.deepEqual(store.entryOf('new-2').sources, [source]);
  });

  test('leaves the sources of an accepted task alone', async () => {
    const changes = [...untilPending, stopped('stopped-by-user')];
    const { act, add, done } = arrange(changes, { seed: { sources: [source] } });
    await add('source', still, [stopped('not-sent')]);

    await act('resume');

    assert.deepEqual(done, ['watch t1']);
  });
});

describe('tasks that move', () => {
  const place = { jobFile: '/v/hero.gen.yaml', boundary: '/v' };
  const jobFiles = [{ from: '/w/hero.gen.yaml', to: '/v/hero.gen.yaml', boundary: '/v' }];
  const moves = { tasks: [{ id: 't1', ...place }], jobFiles };

  test('are recorded in the new place', async () => {
    const { services, store, done, moved } = arrange([failed]);

    await moveTasks(moves, services);

    const { task, boundary } = store.entryOf('t1');
    assert.deepEqual([task.jobFile, boundary], ['/v/hero.gen.yaml', '/v']);
    assert.deepEqual([done, moved], [['record t1'], ['/w/hero.gen.yaml']]);
  });

  test('are saved there if they could not be saved before', async () => {
    const { services, states, done } = arrange([...untilSaving([urlResult('https://x.example/a')]), unsaved]);

    await moveTasks(moves, services);

    assert.deepEqual([states(), done], [[['t1', 'saving', null]], ['watch t1']]);
  });

  test('move even if their records cannot', async () => {
    const { services, store, bench, done } = arrange([failed]);
    const runsFile = { move: () => Promise.reject(new Error('EBUSY')) };

    await moveTasks(moves, { ...services, ...buildServices(services, { runsFile }) });

    assert.deepEqual([store.entryOf('t1').boundary, done], ['/v', ['record t1']]);
    assert.deepEqual(bench.logged, ['The records of /w/hero.gen.yaml stay where they are: EBUSY']);
  });
});
