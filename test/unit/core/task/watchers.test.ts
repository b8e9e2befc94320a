import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeenBalance } from '../../../../src/core/task/model/task.ts';
import type { TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { buildCharge } from '../../../../src/core/task/money/charge.ts';
import { performAction } from '../../../../src/core/task/performAction.ts';
import { Watchers } from '../../../../src/core/task/watchers.ts';
import {
  buildSeed,
  createTaskBench,
  sendingChange,
  times,
  untilPending,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';
import { benchStart } from '../../../fakes/tasks/taskServices.ts';

/** Resolves when nothing more happens without a timer. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settle();
}

/** Rejects when the signal aborts. */
const untilAborted = (_call: unknown, signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Arranges the task `t1` of a run, and a write to the journal that ends with `write`. Polls never end. */
function arrange(options: TaskBenchOptions = {}) {
  const bench = createTaskBench({ queries: times(4, untilAborted), ...options });
  const watchers = new Watchers(bench.services);
  let write: () => void = () => undefined;
  const writing = new Promise<void>((resolve) => (write = resolve));
  return { ...bench, watchers, writing, write: () => write() };
}

test('a task is watched once: a second watch replaces the first', async () => {
  const { watchers, queried } = arrange({ changes: untilPending });
  const first = watchers.watch('t1');
  await until(() => queried.length === 1);

  const second = watchers.watch('t1');
  await first;
  await until(() => queried.length === 2);
  let hasEnded = false;
  void watchers.ended('t1').then(() => (hasEnded = true));
  await settle();
  assert.equal(hasEnded, false);

  watchers.dispose();
  await second;
});

describe('tasks that are added', () => {
  test('are not sent if the journal does not have them', async () => {
    const { watchers, submitted } = arrange();

    const [ended] = await watchers.watchAdded(Promise.reject(new Error('ENOSPC')), ['t1']);

    assert.deepEqual([ended?.state, ended?.error], ['failed', { code: 'disk', message: 'ENOSPC' }]);
    assert.equal(submitted.length, 0);
  });

  test('are not sent if they were removed meanwhile, and are reported as they were', async () => {
    const { watchers, store, submitted, logged, writing, write } = arrange();

    const watched = watchers.watchAdded(writing, ['t1']);
    await store.remove(['t1']);
    write();

    assert.deepEqual(
      (await watched).map(({ id, state }) => [id, state]),
      [['t1', 'planned']],
    );
    assert.deepEqual([submitted, logged], [[], []]);
  });

  test('stay stopped if the journal refuses them afterward', async () => {
    const { watchers } = arrange();

    const watched = watchers.watchAdded(Promise.reject(new Error('ENOSPC')), ['t1']);
    watchers.stopRun('run-1', 'unsent');

    assert.equal((await watched)[0]?.state, 'skipped');
  });

  test('are not sent if their run is stopped before the journal has them', async () => {
    const { watchers, task, submitted, writing, write } = arrange();

    const watched = watchers.watchAdded(writing, ['t1']);
    watchers.stopRun('run-1', 'unsent');
    write();
    await watched;

    assert.deepEqual([task().state, submitted.length], ['skipped', 0]);
  });
});

test('a budget that ends a run leaves the tasks for which it has room', async () => {
  const { watchers, store } = arrange({
    over: {
      budget: {
        enter: () => Promise.resolve({ ok: false, scope: 'run', unpriced: null }),
        holds: (id) => id === 'held',
      },
    },
  });
  await store.add(['held', 't2'].map((id) => ({ id, seed: buildSeed() })));
  await watchers.watch('t1');

  assert.deepEqual(
    store.list().map(({ task }) => [task.id, task.state]),
    [
      ['t1', 'stopped'],
      ['held', 'planned'],
      ['t2', 'stopped'],
    ],
  );
});

test('the balance after a request that may have been charged is of no interest when the user has decided', async () => {
  let answer: (read: SeenBalance) => void = () => undefined;
  const { watchers, store, task } = arrange({
    changes: [sendingChange, { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } }],
    over: { balances: { read: () => new Promise((resolve) => (answer = resolve)) } },
  });

  void watchers.readBalance('t1');
  await settle();
  await store.change('t1', { kind: 'dismissed' });
  answer({ usd: 3.5, at: 1 });
  await settle();

  assert.equal(task().balancesAfter, undefined);
});

describe('the balance after a request that may have been charged', () => {
  const before = { usd: 10, at: benchStart };
  const lost: TaskChange = { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } };
  const lose: readonly TaskChange[] = [
    { kind: 'sending', attempt: 1, isSandbox: false, origin: 'https://gateway.example', balance: before },
    lost,
  ];
  /** Arranges the lost request with a gateway that charges for it after a while. */
  const arrangeLost = (options: TaskBenchOptions = {}) => {
    const reads: number[] = [];
    const bench = arrange({ changes: lose, ...options });
    const { clock, services } = bench;
    const read = async (): Promise<SeenBalance> => {
      reads.push(clock.now() - benchStart);
      return { usd: clock.now() - benchStart < 5_000 ? 10 : 9.96, at: clock.now() };
    };
    Object.assign(services.balances, { read });
    return { ...bench, reads };
  };

  test('is read at once and after the usual duration of the model, and never again', async () => {
    const { watchers, entry, task, reads, services, store, clock } = arrangeLost();
    services.durations.learn({ ...entry(), tookMs: 20_000 });
    await watchers.watchBalance('t1');
    await store.change('t1', { kind: 'recorded' });
    await clock.sleep(60_000, new AbortController().signal);
    await watchers.watchBalance('t1');

    assert.deepEqual(reads, [0, 21_000]);
    assert.deepEqual(
      task().balancesAfter?.map(({ usd, isAlone }) => [usd, isAlone]),
      [
        [10, true],
        [9.96, true],
      ],
    );
  });

  test('is read again in the sandbox, too, and when the user asks, with a bounded list', async () => {
    const { services, watchers, task, reads, clock } = arrangeLost({
      seed: { isSandbox: true },
      profile: { isSandbox: true },
      changes: [{ kind: 'sending', attempt: 1, isSandbox: true }, lost],
    });
    for (let press = 0; press < 9; press += 1) {
      await performAction('t1', 'checkBalance', { ...services, watchers });
      await clock.sleep(1_000, new AbortController().signal);
    }
    const times = (task().balancesAfter ?? []).map(({ at }) => at - benchStart);
    assert.deepEqual([reads.length, times], [9, [0, 6_000, 7_000, 8_000]]);
  });

  test('is no longer read when the user has decided', async () => {
    const { watchers, store, reads, services } = arrangeLost();
    Object.assign(services.scheduler, { sleep: () => store.change('t1', { kind: 'dismissed' }) });
    await watchers.watchBalance('t1');
    assert.deepEqual(reads, [0]);
  });

  for (const [title, changes, seed, isAlone] of [
    ['nothing else was sent', [], {}, true],
    ['another request is running', untilPending, {}, undefined],
    ['another request is lost, too', lose, {}, undefined],
    [
      'one of another account is running',
      untilPending.map((each) => (each.kind === 'sending' ? { ...each, origin: 'https://b.example' } : each)),
      { profile: 'home' },
      true,
    ],
    ['one of another profile of the account is running', untilPending, { profile: 'home' }, undefined],
    ['one has not been sent', [], {}, true],
    [
      'one was refused at this moment',
      [
        sendingChange,
        { kind: 'failed', error: { code: 'task-failed', message: '' }, statusWord: null, amountUsd: null },
      ],
      {},
      undefined,
    ],
  ] as const) {
    test(`${isAlone ? 'says something' : 'says nothing'} about the request if ${title}`, async () => {
      const { watchers, store, task } = arrangeLost();
      await store.add([{ id: 't2', seed: buildSeed(seed) }]);
      for (const change of changes) await store.change('t2', change);
      await watchers.readBalance('t1');
      assert.equal(task().balancesAfter?.[0]?.isAlone, isAlone);
    });
  }

  test('says nothing if a request that has left the list was charged, whose profile may be of the account', async () => {
    for (const [state, beforeMs, isAlone] of [
      ['saved', 2_000, true],
      ['saved', 0, undefined],
      ['unconfirmed', 2_000, undefined],
      ['unconfirmed', 2 * 60 * 60_000, true],
    ] as const) {
      const { watchers, entry, task, services } = arrangeLost();
      const { task: other } = entry();
      const charge = buildCharge({ ...entry(), task: { ...other, id: 't0', profile: 'home' } }, (text) => text);
      Object.assign(services.ledger, { charges: () => [{ ...charge, state, at: benchStart - beforeMs }] });
      await watchers.readBalance('t1');
      assert.equal(task().balancesAfter?.[0]?.isAlone, isAlone);
    }
  });
});
