import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildOpenNote } from '../../../../../src/core/task/model/openTask.ts';
import type { TaskState } from '../../../../../src/core/task/model/task.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { arrange, ways } from './arrangeEntry.ts';

/** What the folder is told of a task in a state, and after the runs file has its line. Null: nothing. */
const rows: readonly (readonly [state: TaskState, isOpen: boolean | null, isOpenAfterwards?: boolean])[] = [
  ['sending', null],
  ['pending', true],
  ['running', true],
  ['saving', true],
  ['saved', true, false],
  ['unsaved', true, true],
  ['lost', true, true],
  ['stopped', true],
];

for (const [state, ...expected] of rows) {
  test(`a task that is ${state} is named as long as its result may follow, and until its line is written`, () => {
    const paid = { isSandbox: false, origin: 'https://gateway.example' };
    const isOpen = (steps: readonly TaskChange[]) => {
      const sent = steps.map((step): TaskChange => (step.kind === 'sending' ? { ...step, ...paid } : step));
      return buildOpenNote(arrange(sent))?.isOpen ?? null;
    };
    const way = ways[state];

    const told = [isOpen(way), ...(expected.length === 2 ? [isOpen([...way, { kind: 'recorded' }])] : [])];

    assert.deepEqual(told, expected);
  });
}
