import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeenBalance } from '../../../../src/core/task/model/task.ts';
import { Watchers } from '../../../../src/core/task/watchers.ts';
import {
  buildSeed,
  createTaskBench,
  sendingChange,
  times,
  untilPending,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';

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

  assert.equal(task().balanceAfter, undefined);
});

test('the sandbox, whose amounts are invented, is never asked for a balance', async () => {
  const fail = () => assert.fail('A balance was read');
  const { watchers, task } = arrange({
    profile: { isSandbox: true },
    seed: { isSandbox: true },
    submits: [{ kind: 'no-answer', message: '' }],
    over: { balances: { lastSeen: fail, read: fail } },
  });

  await watchers.watch('t1');
  await settle();

  assert.equal(task().state, 'unconfirmed');
});
