import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskEntry } from '../../../../../src/core/task/model/taskEntry.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { createAccountBook } from '../../../../../src/core/task/money/account.ts';
import { buildCharge as chargeOf, type Charge } from '../../../../../src/core/task/money/charge.ts';
import { sha256 } from '../../../../../src/node/sha256.ts';
import { accountOf, buildCharge } from '../../../../fakes/tasks/charges.ts';
import { planned } from '../../../../fakes/tasks/journalRecords.ts';

const noon = new Date(2026, 2, 29, 12, 30).getTime();
const midnight = new Date(2026, 2, 29).getTime();
const paid = (amountUsd: number | null, changes: Partial<Charge> = {}): Charge =>
  buildCharge({ at: noon, amountUsd, ...changes });

describe('what was spent today', () => {
  test('is summed by model, without the sandbox, other days and requests in flight', () => {
    const account = accountOf([
      paid(0.25),
      paid(0.5, { model: 'sonic', at: midnight }),
      paid(0.125, { model: 'sonic', state: 'failed' }),
      paid(0, { state: 'failed' }),
      paid(8, { isSandbox: true }),
      paid(8, { at: midnight - 1 }),
      paid(8, { at: new Date(2026, 2, 30).getTime() }),
      paid(8, { at: Date.UTC(2999, 0) }),
      paid(8, { state: 'saving' }),
    ]);

    assert.deepEqual(account.spentOn(noon), {
      totalUsd: 0.875,
      openUsd: 0,
      byModel: [
        { model: 'sonic', totalUsd: 0.625, count: 2 },
        { model: 'seedream-5-0-260128', totalUsd: 0.25, count: 1 },
      ],
      estimatedCount: 0,
      hasStated: false,
      unknownCount: 0,
    });
  });

  test('counts a request that may have been charged at its estimate, and reports that', () => {
    const dismissed = { state: 'failed', amountUsd: null } as const;
    const ofUnknown = paid(null, { ...dismissed, model: 'unknown' });
    const account = accountOf([paid(0.25), paid(null, dismissed), paid(null, dismissed), ofUnknown]);
    const { totalUsd, openUsd, estimatedCount, unknownCount } = account.spentOn(noon);

    assert.deepEqual([totalUsd, openUsd, estimatedCount, unknownCount], [0.75, 0.5, 2, 1]);
  });

  test('counts an unconfirmed request without an estimate at what the balance has fallen by', () => {
    const { task } = buildPaid();
    const request = { ...task, state: 'unconfirmed', amountUsd: null, submittedAt: noon } as const;
    const read = (usd: number, isAlone?: true) => ({ usd, at: noon, ...(isAlone && { isAlone }) });
    const spent = ([25, 24.965] as const).flatMap((usd) =>
      ([true, undefined] as const).map((isAlone) => {
        const balances = { balanceBefore: read(25), balancesAfter: [read(usd, isAlone)] };
        const entry = { ...buildPaid(), task: { ...request, ...balances } };
        const { totalUsd, openUsd, unknownCount } = accountOf([chargeOf(entry, sha256)]).spentOn(noon);
        return [totalUsd.toFixed(3), openUsd.toFixed(3), unknownCount];
      }),
    );
    const unknown = ['0.000', '0.000', 1];

    assert.deepEqual(spent, [unknown, unknown, ['0.035', '0.035', 0], unknown]);
  });
});

test('what earlier attempts have cost is spent, also if the price of the last one is unknown', () => {
  const account = accountOf([
    paid(null, { earlierUsd: 0.5, state: 'unsaved' }),
    paid(0, { earlierUsd: 1, state: 'unconfirmed' }),
  ]);
  const { totalUsd, estimatedCount, unknownCount } = account.spentOn(noon);

  assert.deepEqual([totalUsd, estimatedCount, unknownCount], [1.5, 0, 1]);
});

test('what was spent at a stated price is an estimate, and marked as stated', () => {
  const account = accountOf([paid(null), paid(0.25, { model: 'a' }), paid(null, { model: 'a' })], { 'seed*': 0.5 });
  const { totalUsd, estimatedCount, hasStated, unknownCount } = account.spentOn(noon);

  assert.deepEqual([totalUsd, estimatedCount, hasStated, unknownCount], [1, 2, true, 0]);
});

test('amounts of the sandbox are not used for estimates', () => {
  const account = accountOf([paid(9, { isSandbox: true })]);

  assert.equal(account.estimateModel('seedream-5-0-260128', 'studio'), null);
});

function buildPaid(): TaskEntry {
  const record = planned('paid');
  if (record.kind !== 'planned') throw new Error('Not a seed');
  const entry = createEntry('paid', 1, record.seed);
  return { ...entry, task: { ...entry.task, state: 'saved', amountUsd: 0.04, submittedAt: 1, endedAt: 1 } };
}

const options = { settings: () => ({ prices: {} }), sha256 };

/** The place of the only paid task, which may move while the account is read. */
type Place = 'own' | 'foreign' | 'leaving' | 'ledger';

async function readTotal(
  places: readonly Place[],
  { onForeign = [], onLedger = [] }: { readonly onForeign?: readonly Place[]; readonly onLedger?: readonly Place[] },
): Promise<readonly number[]> {
  const paid = buildPaid();
  let now = new Set(places);
  const listIn = <T>(place: Place, value: T): readonly T[] => (now.has(place) ? [value] : []);
  let read: readonly Charge[] = [];
  const book = createAccountBook({
    ...options,
    store: { list: () => listIn('own', paid), leaving: () => listIn('leaving', paid) },
    journal: {
      readForeign() {
        const foreign = listIn('foreign', { entry: paid, hasGap: false, holder: 'alive' } as const);
        if (onForeign.length > 0) now = new Set(onForeign);
        return Promise.resolve(foreign);
      },
    },
    ledger: {
      refresh() {
        read = listIn('ledger', buildCharge({ task: 'paid' }));
        if (onLedger.length > 0) now = new Set(onLedger);
        return Promise.resolve();
      },
      charges: () => read,
    },
  });
  return (await book.read()).charges.map(({ amountUsd }) => amountUsd ?? NaN);
}

const rows: readonly (readonly [string, readonly Place[], Parameters<typeof readTotal>[1]])[] = [
  ['is here', ['own'], {}],
  ['is in another window', ['foreign'], {}],
  ['is in the ledger', ['ledger'], {}],
  ['is being archived', ['leaving'], {}],
  ['is in the ledger, and a crash has left it in the journal', ['foreign', 'ledger'], {}],
  ['is adopted by this window meanwhile', ['foreign'], { onForeign: ['own'] }],
  ['is adopted by another window meanwhile', ['own'], { onForeign: ['foreign'] }],
  ['is adopted by another window at the last moment', ['own'], { onLedger: ['foreign'] }],
  ['is archived by another window meanwhile', ['foreign'], { onForeign: ['ledger'] }],
  ['is archived by this window meanwhile', ['own'], { onForeign: ['leaving', 'ledger'] }],
  [
    'is archived by this window at the last moment',
    ['leaving'],
    { onForeign: ['ledger', 'leaving'], onLedger: ['ledger'] },
  ],
  ['is removed by this window after the ledger was read', ['own'], { onLedger: ['ledger'] }],
];
for (const [title, places, moves] of rows) {
  test(`a charge counts once when its task ${title}`, async () => {
    assert.deepEqual(await readTotal(places, moves), [0.04]);
  });
}

test('an account is the same object as long as nothing changes', async () => {
  const nothing: readonly never[] = [];
  let charges: readonly Charge[] = nothing;
  let prices = {};
  const book = createAccountBook({
    ...options,
    settings: () => ({ prices: { ...prices } }),
    store: { list: () => nothing, leaving: () => nothing },
    journal: { readForeign: () => Promise.resolve(nothing) },
    ledger: { refresh: () => Promise.resolve(), charges: () => charges },
  });
  const [first, same] = [await book.read(), await book.read()];
  charges = [paid(1)];

  const changed = await book.read();
  prices = { b: 1 };

  assert.deepEqual([same === first, changed.charges.length], [true, 1]);
  assert.equal((await book.read()).estimateModel('b', 'studio')?.amountUsd, 1);
});

test('an account that cannot be read is not an empty one', async () => {
  const book = createAccountBook({
    ...options,
    store: { list: () => [], leaving: () => [] },
    journal: { readForeign: () => Promise.resolve([]) },
    ledger: { refresh: () => Promise.reject(new Error('EACCES')), charges: () => [] },
  });

  await assert.rejects(book.read(), /EACCES/);
});
