import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeyGate } from '../../../../../src/core/task/pace/keyGate.ts';
import { createProfileGate } from '../../../../../src/core/task/pace/profileGate.ts';
import { createLeapingClock } from '../../../../fakes/clocks/leapingClock.ts';

const { signal } = new AbortController();
const short = { lane: 'run', isLong: false };
const long = { lane: 'run', isLong: true };

/** Resolves to whether each of the promises is settled when nothing else can happen. */
async function settledOf(promises: readonly Promise<unknown>[]): Promise<readonly boolean[]> {
  const settled = promises.map(() => false);
  promises.forEach((each, at) => void each.then(() => (settled[at] = true)));
  await new Promise(setImmediate);
  return [...settled];
}

function countOf(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length;
}

describe('a limit', () => {
  const cases: readonly (readonly [title: string, retryAfterMs: number | null, delayMs: number])[] = [
    ['the time that the gateway names', 4_000, 4_000],
    ['a second if the gateway names none', null, 1_000],
    ['a second if the gateway gives no details at all', 0, 1_000],
    ['an hour if the gateway names a year', 365 * 24 * 60 * 60_000, 60 * 60_000],
  ];
  for (const [title, retryAfterMs, delayMs] of cases) {
    test(`holds the profile for ${title}, and no other profile`, () => {
      const gate = createProfileGate({ now: () => 0, sleep: () => Promise.resolve() });

      assert.deepEqual(
        [gate.limit('studio', retryAfterMs), gate.waitMs('studio'), gate.waitMs('home')],
        [delayMs, delayMs, 0],
      );
    });
  }

  test('lasts longer each time, however short the time is that the gateway names', async () => {
    const gate = createProfileGate(createLeapingClock());
    const delays: number[] = [];
    for (const namedMs of [1_000, 1_000, 0, 20_000, 1_000, 1_000, 1_000, 1_000]) {
      delays.push(gate.limit('studio', namedMs));
      (await gate.enter('studio', short, signal)).dispose();
    }

    assert.deepEqual(delays, [1_000, 2_000, 4_000, 20_000, 16_000, 32_000, 60_000, 60_000]);
  });

  test('counts once for calls that were sent together', () => {
    let now = 0;
    const gate = createProfileGate({ now: () => now, sleep: () => Promise.resolve() });
    const first = gate.limit('studio', null);
    now = 400;

    assert.deepEqual([first, gate.limit('studio', null), gate.waitMs('studio')], [1_000, 1_000, 600]);
  });

  test('is lengthened by a later time that the gateway names, and never shortened', () => {
    const gate = createProfileGate({ now: () => 0, sleep: () => Promise.resolve() });

    assert.deepEqual(
      [gate.limit('studio', 5_000), gate.limit('studio', 9_000), gate.limit('studio', 2_000)],
      [5_000, 9_000, 9_000],
    );
  });

  test('begins at a second again after a success, but not while it is in force', async () => {
    const clock = createLeapingClock();
    const gate = createProfileGate(clock);
    const next = async (): Promise<number> => {
      (await gate.enter('studio', short, signal)).dispose();
      return gate.limit('studio', null);
    };
    const before = [gate.limit('studio', null), await next()];
    gate.open('studio');
    const held = await next();
    (await gate.enter('studio', short, signal)).dispose();
    gate.open('studio');

    assert.deepEqual([before, held, gate.limit('studio', null)], [[1_000, 2_000], 4_000, 1_000]);
  });
});

describe('the calls of a profile', () => {
  test('are 12 short and 32 long ones at the same time, for each profile', async () => {
    const gate = createProfileGate(createLeapingClock());
    const enter = (profile: string, terms: typeof short) =>
      Array.from({ length: 40 }, () => gate.enter(profile, terms, signal));

    const counts = [
      await settledOf(enter('studio', short)),
      await settledOf(enter('studio', long)),
      await settledOf(enter('home', short)),
    ];

    assert.deepEqual(counts.map(countOf), [12, 32, 12]);
  });

  test('start when a slot is free, the lanes in turn', async () => {
    const gate = createProfileGate(createLeapingClock());
    const slots = await Promise.all(Array.from({ length: 12 }, () => gate.enter('studio', short, signal)));
    const order: string[] = [];
    for (const lane of ['a', 'a', 'a', 'b'])
      void gate.enter('studio', { lane, isLong: false }, signal).then(() => order.push(lane));
    for (const slot of slots) slot.dispose();
    await new Promise(setImmediate);

    assert.deepEqual(order, ['a', 'b', 'a', 'a']);
  });

  test('wait for a limit with their slot, and return the slot if they are given up', async () => {
    let now = 0;
    const clock = {
      now: () => now,
      sleep: (_ms: number, aborted: AbortSignal) =>
        new Promise<void>((_resolve, reject) => aborted.addEventListener('abort', () => reject(new Error('Aborted')))),
    };
    const gate = createProfileGate(clock);
    const controller = new AbortController();
    gate.limit('studio', 5_000);
    const waiting = Array.from({ length: 12 }, () => gate.enter('studio', short, controller.signal));
    const before = countOf(await settledOf(waiting.map((each) => each.catch(() => new Promise(() => undefined)))));
    controller.abort();
    await Promise.allSettled(waiting);
    now = 5_000;
    const slots = Array.from({ length: 13 }, () => gate.enter('studio', short, signal));

    assert.deepEqual([before, countOf(await settledOf(slots))], [0, 12]);
  });
});

describe('the key of a profile', () => {
  const turnsOf = (gate: ReturnType<typeof createKeyGate>, count: number) =>
    Array.from({ length: count }, (_, at) => gate.takeTurn('studio', `lane ${at}`, signal));

  test('lets one submit try it, and all after it was accepted', async () => {
    const gate = createKeyGate();
    const first = turnsOf(gate, 3);
    const before = countOf(await settledOf(first));
    gate.accept('studio');
    (await first[0])?.dispose();

    assert.deepEqual([before, countOf(await settledOf(first)), countOf(await settledOf(turnsOf(gate, 5)))], [1, 3, 5]);
  });

  for (const [title, unprove] of [
    ['refused', (gate: ReturnType<typeof createKeyGate>) => gate.refuse('studio')],
    ['revoked', (gate: ReturnType<typeof createKeyGate>) => gate.revoke('studio', 0)],
    ['changed', (gate: ReturnType<typeof createKeyGate>) => gate.change('studio')],
  ] as const) {
    test(`is tried by one submit at a time again after it was ${title}`, async () => {
      const gate = createKeyGate();
      gate.accept('studio');
      unprove(gate);

      assert.equal(countOf(await settledOf(turnsOf(gate, 3))), 1);
    });
  }

  test('belongs to one profile', async () => {
    const gate = createKeyGate();
    gate.accept('home');
    gate.revoke('home', 0);

    assert.deepEqual([gate.isRevoked('home'), gate.isRevoked('studio')], [true, false]);
  });

  test('is revoked until there is a newer one', () => {
    const gate = createKeyGate();
    const generation = gate.generation('studio');
    const before = gate.isRevoked('studio');
    gate.revoke('studio', generation);
    const revoked = gate.isRevoked('studio');
    gate.change('studio');

    assert.deepEqual(
      [before, revoked, gate.isRevoked('studio'), gate.generation('studio') - generation],
      [false, true, false, 1],
    );
  });

  test('is not revoked by a late response to a call with an older one', () => {
    const gate = createKeyGate();
    gate.change('studio');
    gate.revoke('studio', 0);

    assert.equal(gate.isRevoked('studio'), false);
  });

  test('is waited for until it changes, also if that has happened already', async () => {
    const gate = createKeyGate();
    const waiting = gate.next('studio', 0, signal);
    gate.change('home');
    const before = await settledOf([waiting]);
    gate.change('studio');

    assert.deepEqual([before, await settledOf([waiting, gate.next('studio', 0, signal)])], [[false], [true, true]]);
  });

  test('is no longer waited for when the watch is given up', async () => {
    const gate = createKeyGate();
    const controller = new AbortController();
    const waiting = gate.next('studio', 0, controller.signal);
    controller.abort(new Error('No longer watched'));

    await assert.rejects(waiting, /No longer watched/);
    await assert.rejects(gate.next('studio', 0, controller.signal), /No longer watched/);
    gate.change('studio');
    await assert.rejects(gate.next('studio', 0, controller.signal), /No longer watched/);
  });
});
