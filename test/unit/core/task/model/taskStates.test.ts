import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsStatuses } from '../../../../../src/core/artifact/runsRecord.ts';
import type { TaskState } from '../../../../../src/core/task/model/task.ts';
import {
  isFailure,
  isInFlight,
  isOpen,
  isTaskState,
  sectionOf,
  taskStates,
  listOfferedActions,
  placeActionsOf,
} from '../../../../../src/core/task/model/taskStates.ts';

const states = Object.keys(taskStates).filter(isTaskState);
const statesWhere = (is: (state: (typeof states)[number]) => boolean): string => states.filter(is).join(' ');

test('each state says whether it is in flight, in which section it is, and whether it is a failure', () => {
  const inSection = (section: string) => statesWhere((state) => sectionOf({ state, error: null }) === section);
  assert.deepEqual(
    {
      inFlight: statesWhere(isInFlight),
      inProgress: inSection('inProgress'),
      needsAttention: inSection('needsAttention'),
      finished: inSection('finished'),
      failure: statesWhere((state) => isFailure({ state })),
    },
    {
      inFlight: 'planned sending pending running saving',
      inProgress: 'planned sending pending running saving',
      needsAttention: 'failed unconfirmed lost unsaved stopped',
      finished: 'saved skipped',
      failure: 'failed unconfirmed lost unsaved',
    },
  );
});

test('a dismissed task needs no attention', () => {
  assert.equal(sectionOf({ state: 'failed', error: { code: 'dismissed', message: '' } }), 'finished');
});

test('a task whose folder is gone needs attention', () => {
  assert.equal(sectionOf({ state: 'saved', error: null, isFolderGone: true }), 'needsAttention');
});

test('results that cannot be saved can go to another folder, unless another window has their task', () => {
  const gone = { code: 'folder-gone', message: '' } as const;
  const offers = [
    { state: 'unsaved', error: null },
    { state: 'unsaved', error: gone },
    { state: 'failed', error: gone },
    { state: 'unsaved', error: gone, holder: 'alive' },
    { state: 'unsaved', error: gone, holder: 'gone' },
    { state: 'saving', error: null, holder: 'gone', isFolderGone: true },
    { state: 'unconfirmed', error: null, holder: 'gone', isFolderGone: true },
    { state: 'unsaved', error: null, holder: 'alive', isFolderGone: true },
  ] as const;

  assert.deepEqual(
    offers.map((task) => placeActionsOf(task).join(' ')),
    ['saveTo', 'locateFolder saveTo', '', '', '', 'locateFolder saveTo', 'locateFolder', ''],
  );
});

test('a request is open while it could be paid twice', () => {
  assert.deepEqual(
    [null, 't1'].map((taskId) => statesWhere((state) => isOpen({ state, taskId }))),
    [
      'planned sending pending running saving unconfirmed lost unsaved',
      'planned sending pending running saving unconfirmed lost unsaved stopped',
    ],
  );
});

test('the states with a line in the runs file are the words of its status', () => {
  assert.deepEqual(states.filter((state) => taskStates[state].hasRecord).toSorted(), [...runsStatuses].toSorted());
});

/** Returns the actions with trust, and those without it. */
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
      unconfirmed: ['checkBalance resubmit dismiss', 'checkBalance dismiss'],
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
