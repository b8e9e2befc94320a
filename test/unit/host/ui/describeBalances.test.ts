import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { BalanceReading } from '../../../../src/core/task/model/task.ts';
import { buildTask } from '../fakes/builders.ts';

await import('../fakes/fakeVscode.ts');
const { describeBalances } = await import('../../../../src/host/ui/describeBalances.ts');

const now = Date.UTC(2026, 10, 28, 12);
const lost = buildTask({ state: 'unconfirmed' });
const conclusion = /less: probably charged/;

test('each balance has the time at which it was read, and the date if that was another day', () => {
  const [words = '', end] = describeBalances(
    {
      ...lost,
      balanceBefore: { usd: 24.79, at: now - 86_400_000 },
      balancesAfter: [
        { usd: 24.79, at: now - 60_000, isAlone: true },
        { usd: 24.755, at: now, isAlone: true },
      ],
    },
    now,
  );
  const time = String.raw`\d{1,2}:\d\d:\d\d\s[AP]M`;
  assert.match(
    words,
    new RegExp(
      String.raw`^Balance before the request: \$24\.79 at 11/27/26, ${time}\. After it: \$24\.79 at ${time}, \$24\.755 at ${time}\.$`,
    ),
  );
  assert.equal(end, '$0.035 less: probably charged.');
});

test('there is a conclusion only from two known balances between which nothing else can have been charged', () => {
  const usd = fc.integer({ min: -10, max: 1_000_000 }).map((amount) => amount / 10_000);
  const at = fc.integer({ min: -200_000_000, max: 0 }).map((ms) => now + ms);
  const alone = fc.boolean().map((isAlone) => (isAlone ? ({ isAlone: true } as const) : {}));
  const reading = fc
    .tuple(usd, at, alone)
    .map(([amount, time, each]): BalanceReading => ({ usd: amount, at: time, ...each }));
  fc.assert(
    fc.property(
      fc.option(fc.record({ usd, at }), { nil: undefined }),
      fc.array(reading, { maxLength: 4 }),
      fc.constantFrom('unconfirmed', 'saved', 'failed'),
      fc.boolean(),
      (before, balancesAfter, state, isSandbox) => {
        const facts = { ...lost, state, isSandbox, balancesAfter, ...(before ? { balanceBefore: before } : {}) };
        const words = describeBalances(facts, now).join(' ');
        assert.doesNotMatch(words, /\bnow\b/i);
        const judged = balancesAfter.findLast(({ isAlone }) => isAlone);
        const isLess = before !== undefined && judged !== undefined && before.usd - judged.usd > 0.000_05;
        assert.equal(conclusion.test(words), state === 'unconfirmed' && isLess);
        assert.equal(words === '', state !== 'unconfirmed' || balancesAfter.length === 0);
        assert.equal(words.includes('play money'), isSandbox && words !== '');
      },
    ),
  );
});
