import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskState } from '../../../../../src/core/task/model/task.ts';
import { listOfferedActions } from '../../../../../src/core/task/model/taskStates.ts';

/** What is offered with trust, and what remains without it. */
const offered = (state: TaskState, taskId: string | null): string[] =>
  [true, false].map((isTrusted) => listOfferedActions({ state, taskId }, { isTrusted }).join(' '));

test('without trust no action that sends a request is offered, and an accepted task is still watched', () => {
  assert.deepEqual(
    {
      failed: offered('failed', 't1'),
      skipped: offered('skipped', null),
      unconfirmed: offered('unconfirmed', null),
      unsent: offered('stopped', null),
      accepted: offered('stopped', 't1'),
      lost: offered('lost', 't1'),
      unsaved: offered('unsaved', 't1'),
      running: offered('running', 't1'),
    },
    {
      failed: ['retry remove', 'remove'],
      skipped: ['retry remove', 'remove'],
      unconfirmed: ['resubmit dismiss', 'dismiss'],
      unsent: ['resume remove', 'remove'],
      accepted: ['resume remove', 'resume remove'],
      lost: ['resume remove', 'resume remove'],
      unsaved: ['saveAgain remove', 'saveAgain remove'],
      running: ['stopWatching', 'stopWatching'],
    },
  );
});

test('a task that no window adopts, because its folder is gone, can be removed or dismissed', () => {
  const offers = (['unsaved', 'unconfirmed', 'running'] as const).map((state) =>
    listOfferedActions({ state, taskId: 't1', holder: 'gone', isFolderGone: true }, { isTrusted: true }).join(' '),
  );
  assert.deepEqual(offers, ['remove', 'dismiss', '']);
});

test('a task of another window offers nothing, with or without trust', () => {
  const task = { state: 'failed', taskId: 't1', holder: 'alive' } as const;
  assert.deepEqual(
    [true, false].map((isTrusted) => listOfferedActions(task, { isTrusted })),
    [[], []],
  );
});
