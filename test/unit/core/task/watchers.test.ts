import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeenBalance } from '../../../../src/core/task/model/task.ts';
import {
  accepted,
  noAnswer,
  refused,
  sendingChange,
  untilPending,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';
import { arrange, arrangeSending, hasEnded, settle, terms, until } from './arrangeWatchers.ts';

describe('a watched task', () => {
  test('has its line in the runs file when its watch has ended', async () => {
    const { watchers, recorded } = arrange({ submits: [refused(400)] });

    void watchers.watch('t1');
    await watchers.ended('t1');

    assert.deepEqual(recorded, ['t1 failed']);
  });

  test('keeps its state, and gets no line, when it is given up', async () => {
    const { watchers, states, recorded, logged, queried } = arrange({ changes: untilPending });

    const watched = watchers.watch('t1');
    await until(() => queried.length === 1);
    watchers.dispose();
    await watched;

    assert.deepEqual([states(), recorded, logged], [[['t1', 'pending', null]], [], []]);
  });

  test('is watched once: a second watch replaces the first', async () => {
    const { watchers, queried, recorded } = arrange({ changes: untilPending });
    const first = watchers.watch('t1');
    await until(() => queried.length === 1);

    const second = watchers.watch('t1');
    await first;
    await until(() => queried.length === 2);
    assert.equal(await hasEnded(watchers.ended('t1')), false);

    watchers.dispose();
    await second;
    assert.deepEqual(recorded, []);
  });

  test('has ended if it was never watched', async () => {
    await arrange().watchers.ended('t1');
  });
});

describe('tasks that are added', () => {
  test('are not sent if the journal does not have them', async () => {
    const { watchers, submitted } = arrange();

    const ended = await watchers.watchAdded(Promise.reject(new Error('ENOSPC')), ['t1']);

    assert.deepEqual(
      ended.map(({ state, error }) => [state, error]),
      [['failed', { code: 'disk', message: 'ENOSPC' }]],
    );
    assert.equal(submitted.length, 0);
  });

  test('are sent when the journal has them', async () => {
    const { watchers, submitted } = arrange({ submits: [refused(400)] });
    let write: () => void = () => undefined;

    const watched = watchers.watchAdded(new Promise<void>((resolve) => (write = resolve)), ['t1']);
    await settle();
    assert.equal(submitted.length, 0);

    write();
    await watched;
    assert.equal(submitted.length, 1);
  });

  test('are not sent if they were removed meanwhile, and are reported as they were', async () => {
    const { watchers, store, submitted, logged } = arrange();
    let write: () => void = () => undefined;

    const watched = watchers.watchAdded(new Promise<void>((resolve) => (write = resolve)), ['t1']);
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

    assert.deepEqual(
      (await watched).map(({ state }) => state),
      ['skipped'],
    );
  });

  test('are not sent if their run is stopped before the journal has them', async () => {
    const { watchers, states, submitted } = arrange();
    let write: () => void = () => undefined;

    const watched = watchers.watchAdded(new Promise<void>((resolve) => (write = resolve)), ['t1']);
    watchers.stopRun('run-1', 'unsent');
    write();
    await watched;

    assert.deepEqual([states(), submitted.length], [[['t1', 'skipped', 'run-stopped']], 0]);
  });
});

describe('the end of a run', () => {
  test('by the user skips what was not sent, and awaits the response to what was', async () => {
    const { watchers, watched, respond, states, add, sent } = arrangeSending();
    await sent;
    await add('t2');

    watchers.stopRun('run-1', 'unsent');
    respond(accepted);
    await settle();
    assert.deepEqual(states(), [
      ['t1', 'pending', null],
      ['t2', 'skipped', 'run-stopped'],
    ]);

    watchers.dispose();
    await watched;
  });

  test('with all its watches leaves what the gateway accepts later', async () => {
    const { watchers, watched, respond, states, sent } = arrangeSending();
    await sent;

    watchers.stopRun('run-1', 'all');
    respond(accepted);
    await watched;

    assert.deepEqual(states(), [['t1', 'stopped', 'stopped-by-user']]);
  });

  test('does not wait for a slot: a task that waits for one is no longer watched', async () => {
    const seed = { terms: { ...terms, concurrency: 1 } };
    const { watchers, watched, sent, add } = arrangeSending({ seed });
    await sent;
    await add('t2');
    const waiting = watchers.watch('t2');

    watchers.stopRun('run-1', 'unsent');

    assert.deepEqual([await hasEnded(waiting), await hasEnded(watched)], [true, false]);
    watchers.dispose();
    await watched;
  });

  test('by a budget leaves the tasks for which the budget has room', async () => {
    const { watchers, states, add } = arrange({
      over: {
        budget: {
          enter: () => Promise.resolve({ ok: false, scope: 'run', isPriceUnknown: false }),
          confirm: () => Promise.resolve(true),
        },
      },
    });
    await add('held');
    await add('t2');

    await watchers.watch('t1');

    assert.deepEqual(states(), [
      ['t1', 'stopped', 'over-budget'],
      ['held', 'planned', null],
      ['t2', 'stopped', 'over-budget'],
    ]);
  });

  test('of one job file follows a failure, if the file says so', async () => {
    const { watchers, states, add } = arrange({
      seed: { terms: { ...terms, stopsOnError: true } },
      submits: [refused(400)],
    });
    await add('t2');
    await add('t3', { jobFile: '/w/other.gen.yaml' });

    await watchers.watch('t1');

    assert.deepEqual(states(), [
      ['t1', 'failed', 'request-rejected'],
      ['t2', 'stopped', 'not-sent'],
      ['t3', 'planned', null],
    ]);
  });

  test('by a failure does not follow if the file says nothing', async () => {
    const { watchers, states, add } = arrange({ submits: [refused(400)] });
    await add('t2');

    await watchers.watch('t1');

    assert.deepEqual(states()[1], ['t2', 'planned', null]);
  });
});

describe('a request that is being sent', () => {
  test('is unconfirmed when the user no longer waits for its response', async () => {
    const { watchers, watched, states, recorded, sent } = arrangeSending();
    await sent;

    watchers.stopSending('t1');
    await watched;

    assert.deepEqual([states(), recorded], [[['t1', 'unconfirmed', 'send-stopped']], ['t1 unconfirmed']]);
  });

  test('has its response recorded although another process has adopted the task', async () => {
    const { watchers, watched, respond, kinds, recorded, sent } = arrangeSending();
    await sent;

    watchers.lose('t1');
    respond(accepted);
    await watched;

    assert.deepEqual([kinds(), recorded], [['sending', 'accepted'], []]);
  });
});

describe('the close of the window', () => {
  const deadline = (): AbortController => new AbortController();

  test('waits for the response to what was sent, and sends nothing more', async () => {
    const { watchers, respond, states, add, kinds, sent } = arrangeSending();
    await sent;
    await add('t2');
    let isClosed = false;

    const closed = watchers.close(deadline().signal).then(() => (isClosed = true));
    void watchers.watch('t2');
    await settle();
    assert.equal(isClosed, false);

    respond(accepted);
    await closed;
    assert.deepEqual(states(), [
      ['t1', 'pending', null],
      ['t2', 'planned', null],
    ]);
    assert.deepEqual(
      kinds().filter((kind) => kind !== 'planned'),
      ['sending', 'accepted'],
    );
  });

  test('does not wait for polls', async () => {
    const { watchers, states } = arrange({ changes: untilPending });
    void watchers.watch('t1');
    await settle();

    await watchers.close(deadline().signal);

    assert.deepEqual(states(), [['t1', 'pending', null]]);
  });

  test('is final: nothing is watched afterward', async () => {
    const { watchers, submitted } = arrange({ submits: [accepted] });

    watchers.dispose();
    await watchers.watch('t1');

    assert.equal(submitted.length, 0);
  });

  test('gives up at the deadline: the user decides about the request', async () => {
    const { watchers, kinds, sent } = arrangeSending();
    await sent;
    const limit = deadline();

    const closed = watchers.close(limit.signal);
    limit.abort(new Error('Time is up'));
    await closed;

    assert.deepEqual(kinds(), ['sending']);
  });
});

describe('the balance after a request that may have been charged', () => {
  const unconfirmed = { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } } as const;
  const seen = { usd: 3.5, at: 1 };
  const changes = [sendingChange, unconfirmed];

  test('is a hint for the user', async () => {
    const { watchers, balance, task, reads } = arrange({ changes });
    balance.next = () => Promise.resolve(seen);

    watchers.noteBalance('t1');
    await settle();

    assert.deepEqual([reads, task().balanceAfter], [['studio'], seen]);
  });

  const unread: readonly (readonly [string, TaskBenchOptions])[] = [
    ['if the request is not in doubt', { changes: untilPending }],
    ['for the sandbox', { changes: [{ kind: 'sending', attempt: 1, isSandbox: true }, unconfirmed] }],
    ['if the profile leads to another gateway now', { changes, profile: { baseUrl: 'https://other.example' } }],
  ];
  for (const [title, options] of unread) {
    test(`is not read ${title}`, async () => {
      const { watchers, reads } = arrange(options);

      watchers.noteBalance('t1');
      await settle();

      assert.deepEqual(reads, []);
    });
  }

  test('is no longer of interest when the user has decided', async () => {
    const { watchers, balance, store, task } = arrange({ changes });
    let answer: (read: SeenBalance) => void = () => undefined;
    balance.next = () => new Promise((resolve) => (answer = resolve));

    watchers.noteBalance('t1');
    await settle();
    await store.change('t1', { kind: 'dismissed' });
    answer(seen);
    await settle();

    assert.equal(task().balanceAfter, undefined);
  });

  test('is read automatically when a watch ends as unconfirmed', async () => {
    const { watchers, reads } = arrange({ submits: [noAnswer] });

    await watchers.watch('t1');
    await settle();

    assert.deepEqual(reads, ['studio']);
  });
});
