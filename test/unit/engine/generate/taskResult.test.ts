import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapTaskResult, mapUnchanged } from '../../../../src/engine/generate/runCandidates.ts';
import { buildRecord, buildRequest, buildTask } from '../../host/fakes/builders.ts';

test('a task in flight is stopped when the window closes, unless it may have been charged', () => {
  const states = ['planned', 'sending', 'pending', 'running', 'saving', 'saved'] as const;
  const alone = states.map((state) => mapTaskResult(buildTask({ state })));
  const doubtful = mapTaskResult(buildTask({ state: 'planned', doubtfulAttempts: 1 }));
  const foreign = mapTaskResult(buildTask({ state: 'sending', holder: 'alive' }));

  assert.deepEqual(
    [...alone, doubtful, foreign].map(({ status, error }) => (error ? `${status} ${error.code}` : status)),
    ['stopped', 'unconfirmed no-answer', 'stopped', 'stopped', 'stopped', 'saved', 'unconfirmed no-answer', 'stopped'],
  );
});

test('results contain the gateway’s task id next to that of the journal', () => {
  const task = buildTask({ taskId: 'gateway-1' });
  const results = [
    mapTaskResult(task),
    mapUnchanged(buildRequest(), { kind: 'task', task }, task.jobFile),
    mapUnchanged(buildRequest(), { kind: 'recorded', record: buildRecord({ task_id: 'gateway-2' }) }, task.jobFile),
  ];
  assert.deepEqual(
    results.map(({ id, taskId }) => [id, taskId]),
    [
      ['task-1', 'gateway-1'],
      ['task-1', 'gateway-1'],
      [null, 'gateway-2'],
    ],
  );
});
