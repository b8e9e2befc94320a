import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskEntry } from '../../../../../src/core/task/model/taskEntry.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { createBudgetKeeper } from '../../../../../src/core/task/money/budgetKeeper.ts';
import { buildCharge } from '../../../../../src/core/task/money/charge.ts';
import type { Prices } from '../../../../../src/core/task/money/prices.ts';
import { sha256 } from '../../../../../src/node/sha256.ts';
import { accountOf } from '../../../../fakes/tasks/charges.ts';
import { planned } from '../../../../fakes/tasks/journalRecords.ts';

const now = Date.UTC(2026, 0, 15, 12);

function buildEntry(id: string, facts: Partial<TaskEntry['task']> = {}, resumedAt: number | null = null): TaskEntry {
  const record = planned(id);
  if (record.kind !== 'planned') throw new Error('Not a seed');
  const entry = createEntry(id, now, { ...record.seed, run: id });
  return { ...entry, resumedAt, task: { ...entry.task, ...facts } };
}

const paid = (id: string): TaskEntry => buildEntry(id, { state: 'saved', amountUsd: 0.04, submittedAt: now });

/** Arranges a keeper of a budget of 0.10 per day, with these tasks, each of which costs 0.04. */
function arrange(entries: TaskEntry[], prices: Prices = {}) {
  const keeper = createBudgetKeeper(
    {
      clock: { now: () => now, sleep: () => Promise.reject(new Error('Nothing to wait for')) },
      settings: () => ({ budgetRunUsd: 0, budgetDayUsd: 0.1 }),
      sha256,
    },
    {
      read: () =>
        Promise.resolve(
          accountOf(
            entries.map((entry) => buildCharge(entry, sha256)),
            prices,
          ),
        ),
    },
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

const unpriced: readonly (readonly [string, Partial<TaskEntry['task']>])[] = [
  ['saved', { state: 'saved' }],
  ['saved with an amount that is no number', { state: 'saved', amountUsd: NaN }],
  ['saved with a negative amount', { state: 'saved', amountUsd: -1 }],
  ['unsaved', { state: 'unsaved' }],
  ['unconfirmed', { state: 'unconfirmed' }],
  ['lost', { state: 'lost' }],
  ['stopped', { state: 'stopped' }],
  ['dismissed', { state: 'failed', error: { code: 'dismissed', message: '' } }],
  ['failed after an attempt that may have been charged', { state: 'failed', doubtfulAttempts: 1 }],
];
for (const [title, facts] of unpriced) {
  test(`after a request of unknown price that is ${title}, only what the user resumes is sent`, async () => {
    const other = buildEntry('other', { ...facts, submittedAt: now - 1 });
    const { enter } = arrange([other, buildEntry('next'), buildEntry('resumed', {}, now)]);

    assert.deepEqual(await enter('next'), { ok: false, scope: 'day', unpriced: 'seedream-5-0-260128' });
    assert.equal((await enter('resumed')).ok, true);
  });

  test(`a request of unknown price that is ${title} counts at the stated price`, async () => {
    const other = buildEntry('other', { ...facts, submittedAt: now - 1 });
    const entered = [0.05, 0.06].map((price) =>
      arrange([other, buildEntry('next')], { 'seedream-*': price }).enter('next'),
    );

    assert.deepEqual(
      (await Promise.all(entered)).map((entry) => (entry.ok ? 'sent' : entry.unpriced)),
      ['sent', null],
    );
  });
}

const paidBefore = { doubtfulAttempts: 1, earlierUsd: [0.06] };
const again: readonly (readonly [string, boolean, TaskEntry[]])[] = [
  ['of the request itself', false, [buildEntry('next', paidBefore)]],
  [
    'of the same request, which is charged once',
    true,
    [buildEntry('next', { ...paidBefore, idempotencyHeader: 'Idempotency-Key', createdAt: now })],
  ],
  [
    'of another request',
    false,
    [buildEntry('other', { ...paidBefore, state: 'saved', submittedAt: now, amountUsd: 0 }), buildEntry('next')],
  ],
  [
    'of a request that waits',
    false,
    [buildEntry('other', { ...paidBefore, state: 'stopped', endedAt: now }), buildEntry('next')],
  ],
];
for (const [title, isSent, entries] of again) {
  test(`the price of an earlier attempt is spent: ${title}`, async () => {
    const { enter } = arrange(entries, { 'seedream-*': 0.05 });

    assert.equal((await enter('next')).ok, isSent);
  });
}

test('one Resume sends one request: the next one of unknown price stops again', async () => {
  const [first, second] = [now - 2, now].map((submittedAt) =>
    buildEntry(`at ${submittedAt}`, { state: 'saved', submittedAt }),
  );
  const { enter } = arrange([first, second, buildEntry('next', {}, now - 1)] as TaskEntry[]);

  assert.equal((await enter('next')).ok, false);
});

test('a request of unknown price of yesterday does not count today', async () => {
  const yesterday = buildEntry('other', { state: 'saved', submittedAt: now - 24 * 3_600_000 });

  assert.equal((await arrange([yesterday, buildEntry('next')]).enter('next')).ok, true);
});
