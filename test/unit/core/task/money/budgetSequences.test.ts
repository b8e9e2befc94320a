// Any sequence of requests under one budget, with the keeper and the account book that the engine uses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskEntry } from '../../../../../src/core/task/model/taskEntry.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { createEntry, transition } from '../../../../../src/core/task/model/transition.ts';
import { createAccountBook } from '../../../../../src/core/task/money/account.ts';
import { createBudgetKeeper } from '../../../../../src/core/task/money/budgetKeeper.ts';
import { isUsd, type Prices } from '../../../../../src/core/task/money/prices.ts';
import { sha256 } from '../../../../../src/node/sha256.ts';
import { planned } from '../../../../fakes/tasks/journalRecords.ts';
import * as fc from '../../../../support/fastCheck.ts';

const limitUsd = 1;
const dustUsd = 1e-6;

/** A model always costs the same. The gateway names no usable amount for some. */
const amounts = [0.01, 0.1, 0.4, 1, 0, 5_000, 1e308, null, NaN, Infinity, -1] as const;

/**
 * One step of a story: a request is planned, one that may be sent is sent, and one that was sent ends, or its response
 * breaks off and the user sends it again.
 */
const step = fc.oneof(
  fc.record({ kind: fc.constant('enter'), model: fc.nat(amounts.length - 1) }),
  fc.record({ kind: fc.constantFrom('send', 'end', 'resubmit'), at: fc.nat(9) }),
);
type Step = Exclude<ReturnType<typeof step.generate>['value'], never>;

function arrange(prices: Prices) {
  let now = Date.UTC(2026, 0, 15, 12);
  let entries: readonly TaskEntry[] = [];
  const settings = () => ({ budgetRunUsd: limitUsd, budgetDayUsd: 0, prices });
  const book = createAccountBook({
    store: { list: () => entries, leaving: () => none },
    journal: { readForeign: () => Promise.resolve(none) },
    ledger: { refresh: () => Promise.resolve(), charges: () => none },
    settings,
    sha256,
  });
  const clock = { now: () => now, sleep: () => Promise.reject(new Error('later')) };
  const keeper = createBudgetKeeper({ clock, settings, sha256 }, book);
  const entryOf = (id: string): TaskEntry => entries.find(({ task }) => task.id === id) ?? assert.fail(id);
  const change = (id: string, facts: Partial<TaskEntry['task']>): void => {
    entries = entries.map((entry) => (entry.task.id === id ? { ...entry, task: { ...entry.task, ...facts } } : entry));
  };
  const plan = (model: number): string => {
    const record = planned(String(entries.length));
    if (record.kind !== 'planned') throw new Error('Not a seed');
    const request = { ...record.seed.request, model: String(model) };
    const entry = createEntry(record.task, now, { ...record.seed, run: 'run', request });
    entries = [...entries, entry];
    return entry.task.id;
  };
  const apply = (id: string, event: TaskChange): void => {
    const next = transition(entryOf(id), { ...event, at: now }) ?? assert.fail(event.kind);
    entries = entries.map((entry) => (entry.task.id === id ? next : entry));
  };
  const amountOf = (id: string): number | null => amounts[Number(entryOf(id).task.request.model)] ?? null;
  const waiting = new Map<string, () => void>();
  const sent: { readonly id: string; readonly isEstimated: boolean }[] = [];
  const take = async ({ kind, ...facts }: Step): Promise<void> => {
    now += 1;
    const pick = (ids: readonly string[]): string => ids[('at' in facts ? facts.at : 0) % ids.length] ?? '';
    const enter = async (id: string): Promise<void> => {
      const entered = await keeper.enter(() => entryOf(id), new AbortController().signal).catch(() => null);
      if (entered?.ok) waiting.set(id, () => entered.pass.dispose());
    };
    if ('model' in facts) await enter(plan(facts.model));
    else if (kind === 'send' && waiting.size > 0) {
      const id = pick([...waiting.keys()]);
      apply(id, { kind: 'sending', attempt: 1, isSandbox: false });
      const isCovered = await keeper.confirm(entryOf(id));
      if (isCovered) {
        const { task } = entryOf(id);
        sent.push({ id, isEstimated: (await book.read()).estimate(task.request, task.profile) !== null });
      } else change(id, { state: 'skipped', submittedAt: null });
      waiting.get(id)?.();
      waiting.delete(id);
    } else if (kind === 'end' || kind === 'resubmit') {
      const open = entries.filter(({ task }) => task.state === 'sending');
      if (open.length === 0) return;
      const id = pick(open.map(({ task }) => task.id));
      const amountUsd = amountOf(id);
      if (kind === 'end') change(id, { state: 'saved', amountUsd });
      // It is the decision of the user to send a request again although a price is unknown.
      else if (amountUsd !== null && sent.every((each) => isUsd(amountOf(each.id)))) {
        apply(id, { kind: 'unconfirmed', error: { code: 'no-answer', message: '' }, amountUsd });
        apply(id, { kind: 'resubmitted' });
        await enter(id);
      }
    }
  };
  /** Ends what is in flight, and returns what each request that was sent has cost. */
  const settle = async () => {
    for (const { id } of sent) if (entryOf(id).task.state === 'sending') await take({ kind: 'end', at: 0 });
    return sent.map(({ id, isEstimated }) => ({ isEstimated, amountUsd: amountOf(id) }));
  };
  return { take, settle };
}

const none: readonly never[] = [];

test('no sequence of requests exceeds a budget by more than one request whose price was unknown', async () => {
  const stated = fc
    .subarray(['0', '1', '2', '3'])
    .map((models) => Object.fromEntries(models.map((model) => [model, amounts[Number(model)] ?? 0])));
  await fc.assert(
    fc.asyncProperty(stated, fc.array(step, { maxLength: 40 }), async (prices, steps) => {
      const { take, settle } = arrange(prices);
      for (const each of steps) await take(each);
      const ended = await settle();
      const known = ended.flatMap((each) => (isUsd(each.amountUsd) ? [{ ...each, amountUsd: each.amountUsd }] : []));
      const unknown = ended.length - known.length;
      const totalUsd = known.reduce((sum, each) => sum + each.amountUsd, 0);
      const isExceeded = totalUsd > limitUsd + dustUsd;
      const largest = Math.max(0, ...known.flatMap((each) => (each.isEstimated ? [] : [each.amountUsd])));
      const restUsd = known
        .toSpliced(
          known.findIndex(({ amountUsd }) => amountUsd === largest),
          1,
        )
        .reduce((sum, each) => sum + each.amountUsd, 0);
      assert.ok(unknown + (isExceeded ? 1 : 0) <= 1, `${unknown} of unknown price, ${totalUsd} USD known`);
      assert.ok(!isExceeded || restUsd <= limitUsd + dustUsd, `${totalUsd} USD`);
    }),
    { numRuns: 300 },
  );
});
