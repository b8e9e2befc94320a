import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { createTaskAwaiter } from '../../../../src/engine/generate/taskAwaiter.ts';
import { createLeapingClock } from '../../../fakes/clocks/leapingClock.ts';
import { buildTask } from '../../host/fakes/builders.ts';

interface Scene {
  /** Tasks of this process. */
  own?: readonly Task[];
  /** Tasks of other processes at each look. The last list is repeated. */
  readonly foreign?: readonly (readonly Task[])[];
  /** Tasks that are adopted at each look. */
  readonly adopted?: readonly (readonly Task[])[];
  /** Why the tasks of other processes cannot be read. */
  readonly failure?: Error;
}

/** Arranges the wait with fakes. An action or an end leaves the task saved. */
function arrange({ own = [], foreign = [[]], adopted = [], failure }: Scene) {
  const controller = new AbortController();
  const clock = createLeapingClock();
  const heard: string[] = [];
  let tasks = own;
  let looks = 0;
  const awaitTask = createTaskAwaiter(
    {
      tasks: () => tasks,
      act: (id, action) => Promise.resolve(void heard.push(`${action} ${id}`)),
      ended(id) {
        heard.push(`ended ${id}`);
        tasks = tasks.map((task) => (task.state === 'unconfirmed' ? task : { ...task, state: 'saved' }));
        return Promise.resolve();
      },
      resume() {
        tasks = [...tasks, ...(adopted[looks] ?? [])];
        return Promise.resolve();
      },
      readForeignTasks() {
        looks += 1;
        if (failure) return Promise.reject(failure);
        return Promise.resolve(foreign[looks - 1] ?? foreign.at(-1) ?? []);
      },
    },
    { folders: ['/w'], boundary: '/w', clock, signal: controller.signal },
  );
  return { awaitTask, heard, clock, controller, looks: () => looks };
}

const running = buildTask({ id: 'open', state: 'running' });
const saved = buildTask({ id: 'open', state: 'saved' });

describe('awaiting an open task of this process', () => {
  for (const [state, expected] of [
    ['running', ['ended open']],
    ['unsaved', ['saveAgain open', 'ended open']],
    ['stopped', ['resume open', 'ended open']],
    // Only the user can decide about it.
    ['unconfirmed', ['ended open']],
  ] as const) {
    test(`continues one that is ${state} and returns its end`, async () => {
      const task = buildTask({ id: 'open', state });
      const { awaitTask, heard } = arrange({ own: [task] });
      const end = state === 'unconfirmed' ? state : 'saved';
      assert.deepEqual([(await awaitTask(task))?.state, heard], [end, expected]);
    });
  }
});

describe('awaiting an open task of another process', () => {
  test('checks again until it has ended', async () => {
    const { awaitTask, clock } = arrange({ foreign: [[running], [running], [saved]] });
    assert.deepEqual([(await awaitTask(running))?.state, clock.slept], ['saved', [0, 1000, 1000]]);
  });

  test('continues it here when the other process has ended', async () => {
    const { awaitTask, heard } = arrange({ foreign: [[running], []], adopted: [[], [running]] });
    assert.deepEqual([(await awaitTask(running))?.state, heard], ['saved', ['ended open']]);
  });

  test('returns null for one that no process has any longer', async () => {
    const { awaitTask } = arrange({ foreign: [[running], []] });
    assert.equal(await awaitTask(running), null);
  });

  test('reads the other processes once for all tasks', async () => {
    const another = buildTask({ id: 'another', state: 'running' });
    const ends = [saved, { ...another, state: 'failed' }] as const;
    const { awaitTask, looks } = arrange({ foreign: [[running, another], ends] });
    const states = (await Promise.all([running, another].map(awaitTask))).map((task) => task?.state);
    assert.deepEqual([states, looks()], [['saved', 'failed'], 2]);
  });

  test('ends with the signal and returns the task unchanged', async () => {
    const { awaitTask, controller } = arrange({ foreign: [[running]] });
    const awaited = awaitTask(running);
    controller.abort(new Error('enough'));
    assert.equal((await awaited)?.state, 'running');
  });

  test('rejects if the other processes cannot be read', async () => {
    const { awaitTask } = arrange({ failure: new Error('EACCES') });
    await assert.rejects(awaitTask(running), /EACCES/);
  });
});
