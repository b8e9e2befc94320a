import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import { emptyAccount } from '../../../../../src/core/task/money/account.ts';
import type { Account } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { until } from '../../fakes/until.ts';
import { buildArtifact, buildTask } from '../../fakes/builders.ts';
import { neverAnswers, shown as all, Uri, user, workspace } from '../../fakes/fakeVscode.ts';

/** Arranges a window whose engine stops tasks that were not sent, and keeps its calls. */
function arrange(given: readonly Task[], account: Account = emptyAccount) {
  let tasks = given;
  const told: unknown[] = [];
  const arranged = arrangeCommands({
    tasks: given,
    account,
    engine: {
      tasks: () => tasks,
      stopRun: async (run, scope) => {
        told.push(['stopRun', run, scope]);
        tasks = tasks.map((task) =>
          task.run === run && task.state === 'planned' ? { ...task, state: 'skipped' } : task,
        );
      },
      act: async (id, action) => void told.push([action, id]),
    },
  });
  /** The first task of this id is saved. */
  const end = (id: string): void => {
    tasks = tasks.map((task) => (task.id === id ? { ...task, state: 'saved' } : task));
    for (const task of tasks) if (task.id === id) arranged.fake.changed.fire(task);
  };
  return { ...arranged, told, end };
}

const planned = buildTask({ id: 'a', state: 'planned' });
const running = buildTask({ id: 'b', state: 'running', taskId: 'gateway-1' });
const older = buildTask({ id: 'c', run: 'run-0', jobFile: '/w/other.gen.yaml', state: 'running', taskId: 'gateway-0' });
const failed = buildTask({ id: 'd', state: 'failed', error: { code: 'task-failed', message: 'No.' } });
const saved = buildTask({ id: 'e', state: 'saved', artifacts: [buildArtifact('hero.png')], run: 'run-2' });

describe('Stop Run', () => {
  test('stops what was not sent of the newest run, and says how much that was', async () => {
    const { run, told } = arrange([planned, older]);
    const { shown } = await run(commands.stopRun);

    assert.deepEqual(told, [['stopRun', 'run-1', 'unsent']]);
    assert.deepEqual(shown, ['hero.gen.yaml: stopped, 1 not sent']);
  });

  test('asks once about what may be charged already', async () => {
    for (const [reply, scopes] of [
      ['Stop Watching', ['unsent', 'all']],
      ['Keep Watching', ['unsent']],
      [undefined, ['unsent']],
    ] as const) {
      const { run, told } = arrange([planned, running]);
      user.answers.push(reply);
      const { shown } = await run(commands.stopRun);
      assert.deepEqual(shown, []);
      assert.deepEqual(
        told,
        scopes.map((scope) => ['stopRun', 'run-1', scope]),
      );
    }
  });

  test('asks in a list that blocks nothing, and that closes as soon as the last task has ended', async () => {
    const { run, told, end } = arrange([planned, running]);
    user.answers.push(neverAnswers);
    user.asked = undefined;
    const asking = run(commands.stopRun);
    await until(() => user.asked !== undefined);
    const rows = all.map((each) => (each as { label?: string }).label);
    end('b');
    await asking;

    assert.deepEqual(
      [rows, user.asked, told],
      [['Keep Watching', 'Stop Watching'], 'Keep watching the tasks that were sent?', [['stopRun', 'run-1', 'unsent']]],
    );
  });

  test('stops the run that is named by its ID, its job file or a row', async () => {
    for (const target of [
      'run-0',
      '/w/other.gen.yaml',
      Uri.file('/w/other.gen.yaml'),
      { kind: 'run', id: 'x', key: '["run-0","/w/other.gen.yaml"]' },
      { kind: 'jobFile', id: 'x', path: '/w/other.gen.yaml' },
    ]) {
      const { run, told } = arrange([planned, older]);
      await run(commands.stopRun, target);
      assert.deepEqual(told, [['stopRun', 'run-0', 'unsent']]);
    }
  });

  test('stops nothing if no run is in progress, or another window has it', async () => {
    for (const [task, reason] of [
      [failed, 'No run is in progress.'],
      [
        { ...running, holder: 'alive' as const },
        'Another window works on this task. When that window closes, this one continues the task.',
      ],
    ] as const) {
      const { run, told } = arrange([task]);
      const { shown } = await run(commands.stopRun);
      assert.deepEqual([shown[0], told], [reason, []]);
    }
  });
});

test('Manage Runs lists the runs in progress, and stops the selected one or shows the tasks', async () => {
  for (const [reply, stops, shows] of [
    ['Stop Run: other.gen.yaml', [['stopRun', 'run-0', 'unsent']], []],
    ['Show Tasks', [], [['reveal', undefined]]],
    [undefined, [], []],
  ] as const) {
    const { run, told, previewed } = arrange([saved, planned, older]);
    user.answers.push(reply);
    await run(commands.manageRuns);
    assert.deepEqual([told, previewed], [stops, shows]);
  }
});

describe('an action on all tasks', () => {
  test('sends failed requests again after a question that names their number', async () => {
    const second = buildTask({ ...failed, id: 'f', request: { ...failed.request, index: 2 } });
    for (const [reply, acts] of [
      [
        'Retry Failed',
        [
          ['retry', 'd'],
          ['retry', 'f'],
        ],
      ],
      [undefined, []],
    ] as const) {
      const { run, told } = arrange([failed, second, running]);
      user.answers.push(reply);
      const { shown } = await run(commands.runRetryFailed);
      assert.deepEqual([shown[0], told], ['Send 2 requests?', acts]);
    }
  });

  test('asks nothing in the sandbox, which is free', async () => {
    const { run, told } = arrange([{ ...failed, isSandbox: true }]);
    const { shown } = await run(commands.runRetryFailed);

    assert.deepEqual([shown, told], [[], [['retry', 'd']]]);
  });

  test('asks before more requests or a higher estimate than the settings allow', async () => {
    for (const [count, usd, maxUsd, question] of [
      [1, 0.5, 0.5, undefined],
      [1, 0.5, 0.4, 'Send one request?'],
      [1, null, 9, 'Send one request?'],
      [2, 0.5, 1, undefined],
      [2, 0.5, 0.9, 'Send 2 requests?'],
      [3, 0, 9, 'Send 3 requests?'],
    ] as const) {
      const estimate = () => (usd === null ? null : { amountUsd: usd, samples: 1 });
      const { run, told } = arrange(
        ['d', 'f', 'g'].slice(0, count).map((id) => ({ ...failed, id })),
        { ...emptyAccount, estimate },
      );
      user.settings.set('genwright.confirm.usd', maxUsd);
      user.settings.set('genwright.confirm.requests', 3);
      user.answers.push(undefined);
      const { shown } = await run(commands.runRetryFailed);
      assert.deepEqual([shown[0], told.length], [question, question === undefined ? count : 0]);
    }
  });

  test('sends nothing in Restricted Mode', async () => {
    const { run, told } = arrange([failed]);
    workspace.isTrusted = false;
    const { shown } = await run(commands.runRetryFailed);

    assert.match(String(shown[0]), /^In Restricted Mode, Genwright starts no new requests/);
    assert.deepEqual(told, []);
  });

  test('is only for the tasks of the row, of the run or of the job file that is named', async () => {
    const other = buildTask({ ...failed, id: 'f', run: 'run-0', jobFile: '/w/other.gen.yaml', isSandbox: true });
    const row = { kind: 'jobFile', id: 'x', path: '/w/other.gen.yaml' };
    for (const target of ['run-0', '/w/other.gen.yaml', Uri.file('/w/other.gen.yaml'), row]) {
      const { run, told } = arrange([failed, other]);
      await run(commands.runRetryFailed, target);
      assert.deepEqual(told, [['retry', 'f']]);
    }
  });

  test('clears what has ended, but not of a run in progress', async () => {
    const { run, told } = arrange([saved, running, { ...saved, id: 'g', run: 'run-1' }]);
    await run(commands.runClearFinished);

    assert.deepEqual(told, [['remove', 'e']]);
  });

  test('says that there is no task for it', async () => {
    const { run } = arrange([saved]);

    assert.deepEqual((await run(commands.runResumeAll)).shown, ['There is no task for "Resume Stopped".']);
  });
});
