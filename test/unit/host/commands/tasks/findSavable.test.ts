import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSavable } from '../../../../../src/host/commands/tasks/findSavable.ts';

const tasks = [
  { id: 'unsaved', state: 'unsaved', taskId: 't1' },
  { id: 'stopped', state: 'stopped', taskId: 't2' },
  { id: 'never-sent', state: 'stopped', taskId: null },
  { id: 'failed', state: 'failed', taskId: 't3' },
  { id: 'running', state: 'running', taskId: 't4' },
] as const;

const idsOf = (given: readonly unknown[]): readonly string[] => findSavable(tasks, given).map(({ id }) => id);

test('without ids, all unsaved tasks are saved', () => {
  assert.deepEqual(idsOf([]), ['unsaved']);
});

test('ids may name stopped tasks, but no task whose request would be sent', () => {
  assert.deepEqual(idsOf([...tasks.map(({ id }) => id), 'unknown', null]), ['unsaved', 'stopped']);
});
