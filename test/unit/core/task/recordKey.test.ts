import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordKey } from '../../../../src/core/task/recordKey.ts';

type Facts = Parameters<typeof recordKey>[0];

const line: Facts = { profile: 'studio', task_id: null, run: 'r', job: null, index: 1, status: 'unsaved', at: '1' };

const rows: readonly (readonly [title: string, one: Partial<Facts>, other: Partial<Facts>, isSame: boolean])[] = [
  ['a task that was not saved and then was', {}, { status: 'saved', at: '2' }, true],
  ['a failure and what was tried in its place', { status: 'failed' }, { status: 'saved', at: '2' }, false],
  ['two failures in one place', { status: 'failed' }, { status: 'failed', at: '2' }, false],
  ['one failure, told twice', { status: 'failed' }, { status: 'failed' }, true],
  ['two results of a job', {}, { index: 2 }, false],
  ['a failure and a success of one task', { task_id: 't', status: 'failed' }, { task_id: 't', at: '2' }, true],
  ['tasks of two gateways that count alike', { task_id: 't' }, { task_id: 't', profile: 'home' }, false],
];

for (const [title, one, other, isSame] of rows) {
  test(`${title} ${isSame ? 'is one charge' : 'are two charges'}`, () => {
    assert.equal(recordKey({ ...line, ...one }) === recordKey({ ...line, ...other }), isSame);
  });
}
