import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findExpiry, watchExpiry } from '../../../../../src/core/task/model/expiry.ts';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import { createLeapingClock } from '../../../../fakes/leapingClock.ts';
import { buildRequest, buildTask } from '../../../host/fakes/builders.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 0, 1);

/** Hours after the start at which each task is named, until `hours` are over. */
async function watchFor(hours: number, tasks: readonly Task[]): Promise<readonly (readonly [number, string])[]> {
  const clock = createLeapingClock(start);
  const controller = new AbortController();
  const named: (readonly [number, string])[] = [];
  const at = (): number => Math.round(((clock.now() - start) / hourMs) * 100) / 100;
  await watchExpiry(
    {
      clock,
      tasks() {
        if (at() >= hours) controller.abort(new Error('over'));
        return tasks;
      },
      announce: (due) => named.push([at(), due.map(({ id }) => id).join(' ')]),
    },
    controller.signal,
  );
  return named;
}

const unsaved = (id: string, lifeMs: number): Task =>
  buildTask({ id, state: 'unsaved', submittedAt: start, createdAt: start, resultsExpireAt: start + lifeMs });

test('a result is announced once, when a quarter of its lifetime is left, and at most a day before it expires', async () => {
  const tasks = [unsaved('hour', hourMs), unsaved('day', dayMs), unsaved('week', 3 * dayMs)];

  assert.deepEqual(await watchFor(80, tasks), [
    [0.75, 'hour'],
    [18, 'day'],
    [54, 'week'],
  ]);
});

test('results that are due together are announced together, and expired ones are not announced', async () => {
  const tasks = [unsaved('one', dayMs), unsaved('other', dayMs), unsaved('gone', -hourMs)];

  assert.deepEqual(await watchFor(30, tasks), [[18, 'one other']]);
});

test('a task that is not watched may have finished as soon as it was sent', async () => {
  const request = buildRequest({ modality: 'video' });
  const stopped = buildTask({ id: 'video', state: 'stopped', taskId: 't1', submittedAt: start, request });

  assert.deepEqual(await watchFor(30, [stopped]), [[18, 'video']]);
});

const safe: readonly (readonly [string, Partial<Task>])[] = [
  ['what the sandbox made', { state: 'unsaved', isSandbox: true, resultsExpireAt: start }],
  ['what came inside an answer', { state: 'unsaved' }],
  ['what was never sent', { state: 'stopped', taskId: null, submittedAt: null }],
  ['what is saved', { state: 'saved', resultsExpireAt: start }],
  ['what is being watched', { state: 'running', taskId: 't1', submittedAt: start }],
];

for (const [title, changes] of safe) {
  test(`${title} does not expire`, () => {
    assert.equal(findExpiry(buildTask(changes)), null);
  });
}
