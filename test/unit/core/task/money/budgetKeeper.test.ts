import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskEntry } from '../../../../../src/core/task/model/taskEntry.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { createAccount } from '../../../../../src/core/task/money/account.ts';
import { createBudgetKeeper } from '../../../../../src/core/task/money/budgetKeeper.ts';
import { buildCharge } from '../../../../../src/core/task/money/charge.ts';
import { planned } from '../../../../fakes/tasks/journalRecords.ts';

const now = Date.UTC(2026, 0, 15, 12);

function buildEntry(id: string, facts: Partial<TaskEntry['task']> = {}): TaskEntry {
  const record = planned(id);
  if (record.kind !== 'planned') throw new Error('Not a seed');
  const entry = createEntry(id, now, { ...record.seed, run: id });
  return { ...entry, task: { ...entry.task, ...facts } };
}

const paid = (id: string): TaskEntry => buildEntry(id, { state: 'saved', amountUsd: 0.04, submittedAt: now });

/** Arranges a keeper of a budget of 0.10 per day, with these tasks, each of which costs 0.04. */
function arrange(entries: TaskEntry[], isListed?: (task: string) => boolean) {
  const keeper = createBudgetKeeper(
    {
      clock: { now: () => now, sleep: () => Promise.reject(new Error('Nothing to wait for')) },
      settings: () => ({ budgetRunUsd: 0, budgetDayUsd: 0.1 }),
    },
    { read: () => Promise.resolve(createAccount(entries.map(buildCharge), isListed)) },
  );
  const entryOf = (id: string) => entries.find(({ task }) => task.id === id) ?? buildEntry(id);
  const enter = (id: string) => keeper.enter(() => entryOf(id), new AbortController().signal);
  return { enter, confirm: (id: string) => keeper.confirm(entryOf(id)) };
}

test('money is reserved for a task of this process until it is in flight', async () => {
  const { enter } = arrange([paid('one'), buildEntry('a'), buildEntry('b')]);
  const first = await enter('a');
  const second = await enter('b');
  if (first.ok) first.pass.dispose();

  assert.deepEqual([first.ok, second.ok, (await enter('b')).ok], [true, false, true]);
});

test('a charge whose clock was ahead, so that it is dated in the future, is not counted today', async () => {
  const request = { ...buildEntry('x').task.request, model: 'other' };
  const future = buildEntry('future', { state: 'saved', amountUsd: 9, submittedAt: Date.UTC(2999, 0), request });
  const { enter } = arrange([future, paid('one'), buildEntry('next')]);

  assert.equal((await enter('next')).ok, true);
});

for (const state of ['unconfirmed', 'lost', 'stopped'] as const) {
  const other = buildEntry('other', { state, submittedAt: now });

  test(`nothing is sent while the price of a task that is ${state} is unknown and the user can act on it`, async () => {
    const { enter } = arrange([other, buildEntry('next')]);

    assert.deepEqual(await enter('next'), { ok: false, scope: 'day', isPriceUnknown: true });
  });

  test(`a task that is ${state} and of unknown price keeps nothing from being sent once it is removed`, async () => {
    const { enter } = arrange([other, buildEntry('next')], (task) => task !== 'other');

    assert.equal((await enter('next')).ok, true);
  });
}
