import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTaskProgress, withTaskProgress } from '../../../../src/core/task/journalPort.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { createTaskBench, untilPending } from '../../../fakes/tasks/taskBench.ts';

const task: Task = { ...createTaskBench({ changes: untilPending }).task(), progress: null, error: null };
const error = { code: 'gateway-unreachable', message: 'ENETDOWN' } as const;

test('other windows are told about a task if its polls have returned facts that the journal lacks', () => {
  const told = [
    task,
    { ...task, progress: 0 },
    { ...task, error },
    { ...task, state: 'running' as const },
    { ...task, state: 'saved' as const, progress: 1 },
  ].map((each) => buildTaskProgress(each)?.state ?? null);

  assert.deepEqual(told, [null, 'pending', 'pending', 'running', null]);
});

test('a task shows the progress that its window has told, unless the journal has a later state', () => {
  const progress = { task: task.id, state: 'running', progress: 0.5, statusWord: 'working', error } as const;

  assert.deepEqual(
    [task, { ...task, state: 'saving' as const }].map((each) => {
      const shown = withTaskProgress(each, progress);
      return [shown.state, shown.progress, shown.statusWord, shown.error];
    }),
    [
      ['running', 0.5, 'working', error],
      ['saving', null, task.statusWord, null],
    ],
  );
});
