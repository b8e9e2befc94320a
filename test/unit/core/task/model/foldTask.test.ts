import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleAdopted } from '../../../../../src/core/task/adoptTasks.ts';
import { foldTask, type TaskLine } from '../../../../../src/core/task/model/foldTask.ts';
import type { JournalRecord, TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { planned } from '../../../../fakes/tasks/journalRecords.ts';

const error = { code: 'no-answer', message: '' } as const;
const changes = {
  sending: { kind: 'sending', attempt: 1, isSandbox: false },
  postponed: { kind: 'postponed', error, mayBeCharged: false },
  accepted: { kind: 'accepted', taskId: 't1', statusWord: null },
  finished: { kind: 'finished', statusWord: null, amountUsd: null, results: [] },
  stopped: { kind: 'stopped', error },
  resumed: { kind: 'resumed' },
  saved: { kind: 'saved', artifacts: [] },
  recorded: { kind: 'recorded' },
} satisfies Record<string, TaskChange>;

function of(change: Pick<JournalRecord, 'kind'>): JournalRecord {
  return { v: 1, task: 'x', at: 2, ...change } as JournalRecord;
}

/** Returns the state of a task with these lines. `?` is a line that cannot be read. */
function settle(...lines: readonly (keyof typeof changes | '?')[]): string {
  const content = lines.map((line): TaskLine => {
    if (line === '?') return { kind: 'damaged' };
    return { kind: 'record', record: { v: 1, task: 'x', at: 2, ...changes[line] } };
  });
  const folded = foldTask([{ kind: 'record', record: planned('x') }, ...content]);
  if (!folded) return 'nothing';
  const next = settleAdopted(folded);
  return `${folded.entry.task.state}: ${typeof next === 'object' ? next.kind : next}`;
}

test('a task of an earlier version, which wrote no terms, has the default terms', () => {
  const terms = { concurrency: 1, budgetUsd: 0.05, stopsOnError: true };
  const { seed, ...head } = planned('x') as Extract<JournalRecord, { kind: 'planned' }>;
  const termsOf = (record: JournalRecord) => foldTask([{ kind: 'record', record }])?.entry.terms;

  assert.deepEqual(
    [termsOf({ ...head, seed }), termsOf({ ...head, seed: { ...seed, terms } })],
    [{ concurrency: 4, budgetUsd: null, stopsOnError: false }, terms],
  );
});

const rows: readonly (readonly [string, string])[] = [
  ['', 'planned: stopped'],
  ['sending', 'sending: unconfirmed'],
  ['sending postponed', 'planned: stopped'],
  ['sending accepted', 'pending: watch'],
  ['sending accepted finished', 'saving: watch'],
  ['sending accepted finished saved', 'saved: record'],
  ['sending accepted finished saved recorded', 'saved: keep'],
  ['stopped', 'stopped: keep'],
  // The line that cannot be read may have been any change.
  ['?', 'planned: unconfirmed'],
  ['sending ?', 'sending: unconfirmed'],
  ['sending ? stopped', 'stopped: unconfirmed'],
  ['sending ? stopped resumed', 'planned: unconfirmed'],
  ['stopped ?', 'stopped: unconfirmed'],
  ['? accepted', 'pending: watch'],
  ['sending ? finished saved', 'saved: record'],
  ['sending accepted ?', 'pending: watch'],
  ['sending accepted ? saved', 'saved: record'],
  ['sending accepted finished ? recorded', 'saving: watch'],
];

for (const [lines, expected] of rows) {
  test(`planned ${lines} becomes ${expected}`, () => {
    const names = lines.split(' ').filter((name) => name !== '') as (keyof typeof changes | '?')[];

    assert.equal(settle(...names), expected);
  });
}

test('a task that was removed, or whose beginning is missing, is nothing', () => {
  const [first, sending, removed] = [planned('x'), of(changes.sending), of({ kind: 'removed' })];
  const fold = (...records: readonly JournalRecord[]) =>
    foldTask(records.map((record) => ({ kind: 'record', record })));

  assert.deepEqual(
    [fold(sending), fold(first, removed), fold(first, removed, sending), fold(first, removed, first)?.entry.task.state],
    [null, null, null, 'planned'],
  );
});

test('a record of an impossible later step shows that records are missing, and is applied anyway', () => {
  assert.deepEqual(
    [
      settle('sending', 'saved'),
      settle('sending', 'saved', 'recorded'),
      settle('sending', 'accepted', 'saved'),
      settle('sending', 'recorded'),
      settle('recorded'),
      settle('stopped'),
    ],
    ['saved: record', 'saved: keep', 'saved: record', 'sending: unconfirmed', 'planned: unconfirmed', 'stopped: keep'],
  );
});
