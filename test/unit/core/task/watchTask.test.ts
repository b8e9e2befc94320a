import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter } from '../../../../src/core/support/limiter.ts';
import { watchTask } from '../../../../src/core/task/watchTask.ts';
import {
  createTaskBench,
  sendingChange,
  untilPending,
  untilSaving,
  urlResult,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';

const noPort = 'No such port';
const fault = (): Promise<never> => Promise.reject(new TypeError(noPort));

const rows: readonly (readonly [title: string, options: TaskBenchOptions, state: string])[] = [
  ['before anything is sent fails the task', { over: { budget: { enter: fault } } }, 'failed'],
  [
    'while the request is being sent leaves it to the user whether it is sent again',
    {
      submits: [
        (call) => {
          call.onSent?.();
          return fault();
        },
      ],
    },
    'unconfirmed',
  ],
  [
    'while the gateway works stops the watch, which can be resumed',
    { changes: untilPending, queries: [fault] },
    'stopped',
  ],
  [
    'while results are saved lets the user save again',
    { changes: untilSaving([urlResult('https://x.example/a.png')]), saves: [fault] },
    'unsaved',
  ],
];
for (const [title, options, state] of rows) {
  test(`an internal error ${title}, and leaves the slot of the run`, async () => {
    const slots = createLimiter(1);
    const bench = createTaskBench({ ...options, slots });

    await watchTask(bench.watch);

    const { task } = bench.entry();
    assert.deepEqual([task.state, task.error?.code, task.error?.message], [state, 'internal', noPort]);
    assert.match(bench.logged.join('\n'), /Task t1: TypeError: No such port/);
    (await slots.enter(new AbortController().signal)).dispose();
  });
}

test('an attempt that no phase has begun may have been charged', async () => {
  const bench = createTaskBench({ changes: [sendingChange] });

  await watchTask(bench.watch);

  assert.deepEqual([bench.task().state, bench.task().error?.code], ['unconfirmed', 'internal']);
  assert.match(bench.logged.join('\n'), /cannot be watched while it is sending/);
});
