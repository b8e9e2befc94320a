import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import type { Relocation } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { buildTask } from '../../fakes/builders.ts';
import { env, neverAnswers, shown, user, workspace } from '../../fakes/fakeVscode.ts';
import { until } from '../../fakes/until.ts';

function arrange(tasks: readonly Task[], relocation: Relocation = 'moved', listTasks?: () => readonly Task[]) {
  const told: unknown[] = [];
  let listed = tasks;
  const tell =
    (name: string) =>
    async (...args: readonly unknown[]): Promise<Relocation> => {
      told.push([name, ...args]);
      return relocation;
    };
  let reads = 0;
  /** Each look at the balance finds that it is less. */
  const act = async (id: string, action: string): Promise<void> => {
    if (action !== 'checkBalance') return void told.push([action, id]);
    reads += 1;
    const balancesAfter = [{ usd: 10 - reads, at: 0, isAlone: true }] as const;
    listed = listed.map((each) => ({ ...each, balanceBefore: { usd: 10, at: 0 }, balancesAfter }));
  };
  const arranged = arrangeCommands({
    tasks,
    engine: { act, tasks: listTasks ?? (() => listed), saveTo: tell('saveTo'), locateFolder: tell('locateFolder') },
  });
  return { ...arranged, told };
}

const row = (taskId: string) => ({ kind: 'task', id: `task:${taskId}`, taskId });
const doubtful = buildTask({ id: 'a', state: 'unconfirmed', error: { code: 'no-answer', message: '' } });
const running = buildTask({ id: 'b', state: 'running', taskId: 'gateway-1' });
const unsaved = buildTask({ id: 'c', state: 'unsaved', taskId: 'gateway-2', amountUsd: 0.04 });
const stopped = buildTask({ id: 'd', state: 'stopped', taskId: 'gateway-3' });
const homeless = buildTask({
  id: 'e',
  state: 'unsaved',
  taskId: 'gateway-4',
  error: { code: 'folder-gone', message: '' },
});

describe('an action that may cost money or hide a charge', () => {
  test('is done after the user has agreed', async () => {
    for (const [command, task, button, action] of [
      [commands.taskResubmit, doubtful, 'Resubmit', 'resubmit'],
      [commands.taskDismiss, doubtful, 'Dismiss', 'dismiss'],
      [commands.taskStopWatching, running, 'Stop Watching', 'stopWatching'],
    ] as const) {
      for (const reply of [button, undefined]) {
        const { run, told } = arrange([task]);
        user.answers.push(reply);
        await run(command, row(task.id));
        assert.deepEqual(told, reply === undefined ? [] : [[action, task.id]]);
      }
    }
  });

  test('is not done if its task ends while the user is asked', async () => {
    let tasks: readonly Task[] = [running];
    const { run, told, fake } = arrange(tasks, 'moved', () => tasks);
    user.answers.push(neverAnswers);
    user.asked = undefined;
    const asking = run(commands.taskStopWatching, row('b'));
    await until(() => user.asked !== undefined);
    tasks = [{ ...running, state: 'saved' }];
    fake.changed.fire(running);
    await asking;

    assert.deepEqual([user.asked, told], ['Stop watching this task?', []]);
  });

  test('is decided with a balance that was just read, and not by the default button, which reads it again', async () => {
    for (const [command, go] of [
      [commands.taskResubmit, 'Resubmit'],
      [commands.taskDismiss, 'Dismiss'],
    ] as const) {
      const { run, told } = arrange([doubtful]);
      user.answers.push('Check Balance', undefined);
      await run(command, row('a'));

      const asked = shown.filter((each) => each === go || each === 'Check Balance');
      const details = shown.flatMap(
        (each) => /\$\d\.\d\d less: probably charged\./.exec(JSON.stringify(each))?.[0] ?? [],
      );
      assert.deepEqual(
        [asked, details, told],
        [
          ['Check Balance', go, 'Check Balance', go],
          ['$1.00 less: probably charged.', '$2.00 less: probably charged.'],
          [],
        ],
      );
    }
  });

  test('needs no question if the request is charged once however often it is sent', async () => {
    const once = { ...doubtful, idempotencyHeader: 'Idempotency-Key' };
    for (const [task, asks] of [
      [{ ...once, createdAt: Date.now() }, 0],
      [{ ...once, createdAt: 0 }, 1],
    ] as const) {
      const { run, told } = arrange([task]);
      user.answers.push(...(asks === 0 ? [] : ['Resubmit']));
      const { shown } = await run(commands.taskSendAgain, row('a'));
      assert.deepEqual([told, shown.includes('Send this request again?')], [[['resubmit', 'a']], asks > 0]);
    }
  });

  test('is for all selected rows, of which only those count for which it is possible', async () => {
    const { run, told } = arrange([doubtful, { ...doubtful, id: 'x' }, running]);
    user.answers.push('Dismiss');
    const { shown } = await run(commands.taskDismiss, row('a'), [row('a'), row('x'), row('b')]);

    assert.deepEqual(
      [shown[0], told],
      [
        'Dismiss 2 requests?',
        [
          ['dismiss', 'a'],
          ['dismiss', 'x'],
        ],
      ],
    );
  });

  test('sends nothing in Restricted Mode', async () => {
    const { run, told } = arrange([doubtful]);
    workspace.isTrusted = false;
    const { shown } = await run(commands.taskResubmit, row('a'));

    assert.match(String(shown[0]), /^In Restricted Mode/);
    assert.deepEqual(told, []);
  });
});

describe('an action on a task', () => {
  test('acts on the selection of the view when a key runs it', async () => {
    const selection = () => [row('c')] as never;
    const told: unknown[] = [];
    const { run } = arrangeCommands({
      tasks: [unsaved, homeless],
      engine: { act: async (id, action) => void told.push([action, id]) },
      services: { taskTree: { reveal: async () => undefined, selection, dispose: () => undefined } },
    });
    await run(commands.taskSaveAgain);

    assert.deepEqual(told, [['saveAgain', 'c']]);
  });

  test('removes of selected runs and job files what Clear Finished does, and nothing of a heading', async () => {
    const saved = buildTask({ id: 's', state: 'saved' });
    const failed = buildTask({ id: 'f', state: 'failed', error: { code: 'task-failed', message: 'No.' } });
    const other = buildTask({ id: 'o', run: 'run-2', state: 'saved' });
    const runRow = { kind: 'run', id: 'x', key: '["run-1","/w/hero.gen.yaml"]', path: saved.jobFile };
    const fileRow = { kind: 'jobFile', id: 'x', path: saved.jobFile };
    const heading = { kind: 'section', id: 'section:finished', section: 'finished' };
    for (const [tasks, selected, removed] of [
      [[saved, failed, other], [runRow], ['s']],
      [[saved, failed, other], [fileRow], ['s', 'o']],
      [
        [saved, failed, other],
        [runRow, row('o')],
        ['s', 'o'],
      ],
      [[saved, running], [runRow], []],
      [[failed], [runRow], []],
      [[saved], [heading], []],
    ] as const) {
      const told: unknown[] = [];
      const { run } = arrangeCommands({
        tasks,
        engine: { act: async (id, action) => void told.push([action, id]) },
        services: {
          taskTree: { reveal: async () => undefined, selection: () => selected as never, dispose: () => undefined },
        },
      });
      const { shown } = await run(commands.taskRemove);
      assert.deepEqual([shown, told], [[], removed.map((id) => ['remove', id])]);
    }
  });

  test('leaves out the selected tasks that another window works on', async () => {
    const { run, told } = arrange([{ ...running, holder: 'alive' }, unsaved]);
    const { shown } = await run(commands.taskSaveAgain, row('b'), [row('b'), row('c')]);

    assert.deepEqual([shown, told], [[], [['saveAgain', 'c']]]);
  });

  test('says that another window works on the task, or that the task is gone', async () => {
    const { run, told } = arrange([{ ...running, holder: 'alive' }]);
    const reasons = [await run(commands.taskRetry, 'b'), await run(commands.taskRetry, 'nothing')];

    assert.deepEqual(
      reasons.map(({ shown }) => shown[0]),
      [
        'Another window works on this task. When that window closes, this one continues the task.',
        'This task is no longer in the list.',
      ],
    );
    assert.deepEqual(told, []);
  });

  test('reaches the engine although it is no longer possible, so that the log says so', async () => {
    const { run, told } = arrange([running]);
    await run(commands.taskRetry, 'b');

    assert.deepEqual(told, [['retry', 'b']]);
  });

  test('copies the ID of the gateway, if there is one', async () => {
    const { run } = arrange([running, doubtful]);

    assert.deepEqual((await run(commands.taskCopyId, 'b')).shown, ['Task ID copied']);
    assert.equal(env.copied, 'gateway-1');
    assert.deepEqual((await run(commands.taskCopyId, 'a')).shown, [
      'The gateway has not assigned an ID to this task yet.',
    ]);
  });

  test('opens its job file, or the preview of the task, the run or the job file', async () => {
    const { run, previewed } = arrange([running]);
    await run(commands.taskPreview, row('b'));
    await run(commands.taskPreview, { kind: 'run', id: 'x', path: '/w/hero.gen.yaml' });
    await run(commands.showTasks, 'b');
    await run(commands.showTasks, { not: 'an id' });

    assert.deepEqual(previewed, [
      ['show', '/w/hero.gen.yaml', 'b'],
      ['show', '/w/hero.gen.yaml'],
      ['reveal', 'b'],
      ['reveal', undefined],
    ]);
  });
});

describe('Save All', () => {
  test('saves what is unsaved, and what the gateway has of the named tasks that were stopped', async () => {
    const neverSent = buildTask({ id: 'f', state: 'stopped', taskId: null });
    const failed = buildTask({ id: 'g', state: 'failed', taskId: 'gateway-5' });
    const tasks = [unsaved, stopped, neverSent, failed, running];
    const { run, told } = arrange(tasks);
    await run(commands.saveAll);
    await run(commands.saveAll, [...tasks.map(({ id }) => id), 'unknown', null]);

    assert.deepEqual(told, [
      ['saveAgain', 'c'],
      ['saveAgain', 'c'],
      ['resume', 'd'],
    ]);
  });

  test('says that everything is saved', async () => {
    const { run } = arrange([running]);

    assert.deepEqual((await run(commands.saveAll)).shown, ['Everything is saved.']);
  });
});

describe('results whose folder is gone', () => {
  test('are saved in the folder that the user selects', async () => {
    const { run, told } = arrange([homeless]);
    user.folders.push('/w/new', '/w/moved', '/elsewhere');
    await run(commands.taskSaveTo, 'e');
    await run(commands.taskLocateFolder, 'e');
    await run(commands.taskLocateFolder, 'e');

    assert.deepEqual(told, [
      ['saveTo', 'e', '/w/new'],
      ['locateFolder', 'e', { folder: '/w/moved', boundary: '/w' }],
      ['locateFolder', 'e', { folder: '/elsewhere', boundary: null }],
    ]);
  });

  test('stay where they are if the dialog is closed, or if they can be saved in their folder', async () => {
    const { run, told } = arrange([homeless, running]);
    const { shown } = await run(commands.taskSaveTo, 'e');
    user.folders.push('/w/new');
    const other = await run(commands.taskSaveTo, 'b');

    assert.deepEqual(shown, ['Select a folder for the results of hero.gen.yaml']);
    assert.deepEqual(other.shown, ['The results of this task can be saved in its folder.']);
    assert.deepEqual(told, []);
  });

  test('leave the reason if the engine refuses', async () => {
    for (const [relocation, reason] of [
      ['foreign', /^Another window has this task/],
      ['ended', /^This task has ended or was removed/],
      ['not-adopted', /^This window cannot continue the task now/],
      ['not-found', /^"new" does not contain hero.gen.yaml. Select the folder that was "w"/],
    ] as const) {
      const { run } = arrange([homeless], relocation);
      user.folders.push('/w/new');
      const { shown } = await run(commands.taskLocateFolder, 'e');
      assert.match(String(shown.at(-1)), reason);
    }
  });
});
