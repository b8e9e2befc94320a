import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planTask } from '../../../../src/sandbox/planTask.ts';
import type { TaskRecord } from '../../../../src/sandbox/store/taskRecord.ts';
import { buildTaskResponse } from '../../../../src/sandbox/views/taskResponse.ts';

const task: TaskRecord = {
  ...planTask(
    { speed: 1, now: () => 0 },
    {
      modality: 'video',
      endpoint: { path: '/v1/videos', pollPath: null },
      model: 'm',
      body: { prompt: 'Waves', duration: 4 },
    },
  ),
  id: 'task_1',
  createdAtMs: 1_000,
  startsAtMs: 2_000,
  endsAtMs: 5_000,
};

/** Returns the responses to a query of a task while it waits, while it is processed, at its end, and if it failed. */
function respond(isLegacyPath: boolean): readonly Record<string, unknown>[] {
  const moments = [
    [task, 1_500],
    [task, 3_000],
    [task, 5_000],
    [{ ...task, failure: 'Too dark' }, 5_000],
  ] as const;
  return moments.map(([each, nowMs]) => buildTaskResponse(each, { nowMs, baseUrl: 'http://a', isLegacyPath }));
}

test('a video is completed from its end on, and has an error only if it failed', () => {
  const views = respond(false).map(({ status, progress, completed_at, amount_usd, error }) => {
    return [status, progress, completed_at, amount_usd, error];
  });
  assert.deepEqual(views, [
    ['queued', 12, undefined, undefined, null],
    ['in_progress', 50, undefined, undefined, null],
    ['completed', 100, 5, 0.2, null],
    ['failed', 100, 5, undefined, { code: 'generation_failed', message: 'Too dark' }],
  ]);
});

test('the legacy path has the same facts in upper case, with the times of start and end', () => {
  const waiting = {
    task_id: 'task_1',
    platform: 'sandbox',
    status: 'QUEUED',
    fail_reason: '',
    submit_time: 1,
    start_time: 0,
    finish_time: 0,
    progress: '12%',
    data: null,
  };
  const ended = { ...waiting, start_time: 2, finish_time: 5, progress: '100%' };
  assert.deepEqual(
    respond(true).map(({ data }) => data),
    [
      waiting,
      { ...waiting, status: 'IN_PROGRESS', start_time: 2, progress: '50%' },
      { ...ended, status: 'SUCCESS', result_url: 'http://a/files/task_1/1.mp4', amount_usd: 0.2 },
      { ...ended, status: 'FAILURE', fail_reason: 'Too dark' },
    ],
  );
});
