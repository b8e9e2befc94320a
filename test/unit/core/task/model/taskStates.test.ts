import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsStatuses } from '../../../../../src/core/artifact/runsRecord.ts';
import {
  isFailure,
  isInFlight,
  isOpen,
  isTaskState,
  sectionOf,
  taskStates,
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

test('a request is open while it could be paid twice', () => {
  assert.deepEqual(
    [null, 't1'].map((taskId) => statesWhere((state) => isOpen({ state, taskId }))),
    [
      'planned sending pending running saving unconfirmed unsaved',
      'planned sending pending running saving unconfirmed unsaved stopped',
    ],
  );
});

test('the states with a line in the runs file are the words of its status', () => {
  assert.deepEqual(states.filter((state) => taskStates[state].hasRecord).toSorted(), [...runsStatuses].toSorted());
});
