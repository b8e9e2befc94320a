import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { QueryOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import { createDurations } from '../../../../../src/core/task/poll/durations.ts';
import { buildQueryCall, pollTask } from '../../../../../src/core/task/poll/pollTask.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import {
  createTaskBench,
  refused,
  times,
  untilPending,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';
import { done, offline, poll, running, silent, task, view } from './poll.ts';

/** Begins to poll, and resolves when the task shows why it waits. */
async function pollUntilShown(options: TaskBenchOptions) {
  const bench = createTaskBench({ changes: untilPending, ...options });
  const polled = pollTask(bench.watch, { isFresh: false });
  while (bench.task().error === null) await new Promise(setImmediate);
  return { bench, polled };
}

describe('the end of a polled task', () => {
  test('is a success with its results, its price and how long it took', async () => {
    const { bench, state, atMs } = await poll([running, done]);
    const { results, tookMs, finishedAt, task: ended } = bench.entry();

    assert.deepEqual(
      [state, ended.amountUsd, ended.statusWord, bench.kinds()],
      ['saving', 0.04, 'succeeded', ['finished']],
    );
    assert.deepEqual(results, [{ source: { kind: 'url', url: 'https://x.example/a.png' }, title: null, lyrics: null }]);
    assert.deepEqual([tookMs, finishedAt], [atMs[1], bench.clock.now()]);
  });

  test('is a failure with the reason and the price of the gateway', async () => {
    const { bench, state, error } = await poll([task('failed', { failure: 'nsfw', amountUsd: 0.01 })]);

    assert.deepEqual(
      [state, error, bench.task().amountUsd],
      ['failed', { code: 'task-failed', message: 'nsfw' }, 0.01],
    );
  });

  test('may come late: other words and a progress of 100 % do not end the task', async () => {
    const { state, atMs } = await poll([task('running', { progress: 1, statusWord: 'finalizing' }), running, done]);

    assert.deepEqual([state, atMs.length], ['saving', 3]);
  });

  test('is journaled, while what happens on the way is not', async () => {
    const { bench } = await poll([task('pending'), task('running', { progress: 0.5 }), silent, done]);

    assert.deepEqual(bench.kinds(), ['finished']);
  });
});

describe('a success that names no result', () => {
  const empty: QueryOutcome = { kind: 'task', view: view('succeeded'), text: '{"ok":true}' };

  test('is polled again for a minute, and then ends with the response', async () => {
    const { bench, state, atMs } = await poll(times(30, empty));
    const afterFirstMs = (atMs.at(-1) ?? 0) - (atMs[0] ?? 0);

    assert.deepEqual([state, bench.entry().results, bench.task().text], ['saving', [], '{"ok":true}']);
    assert.equal(afterFirstMs >= 60_000 && afterFirstMs < 70_000, true);
  });

  test('shows meanwhile why it is not saved, without a change at each poll', async () => {
    const { shown } = await poll([empty, empty, done]);

    assert.deepEqual(shown, ['no-result', undefined]);
  });

  test('begins its minute again after the task has run again', async () => {
    const { atMs } = await poll([...times(10, empty), running, ...times(10, empty), done]);

    assert.equal(atMs.length, 22);
  });
});

describe('the key of a polled task', () => {
  test('is asked for when it is refused, and the task continues with the next one', async () => {
    const keys = ['sk-1', 'sk-2'];
    const profile = { readKey: () => Promise.resolve(keys.shift()) };
    const { bench, polled } = await pollUntilShown({ queries: [refused(401), done], profile });
    const waiting = [bench.task().error?.code, bench.services.keys.isRevoked('studio')];
    const shown: unknown[] = [];
    bench.store.onDidChange(({ error }) => shown.push([error?.code ?? null, bench.queried.length]));
    bench.services.keys.change('studio');
    await polled;

    assert.deepEqual([waiting, bench.task().state], [['key-refused', true], 'saving']);
    // The reason is gone before the new key is tried.
    assert.deepEqual(shown[0], [null, 1]);
    assert.deepEqual(
      bench.queried.map(({ key }) => key),
      ['sk-1', 'sk-2'],
    );
  });

  for (const [title, key] of [
    ['missing', undefined],
    ['of characters that no header accepts', 'sk→'],
  ] as const) {
    test(`that is ${title} is waited for without a query`, async () => {
      let current: string | undefined = key;
      const profile = { readKey: () => Promise.resolve(current) };
      const { bench, polled } = await pollUntilShown({ queries: [done], profile });
      const waiting = [bench.task().error?.code, bench.queried.length];
      current = 'sk-2';
      bench.services.keys.change('studio');
      await polled;

      assert.deepEqual([waiting, bench.task().state], [['key-refused', 0], 'saving']);
    });
  }

  test('is not tried by another task that knows it was refused', async () => {
    const { keys } = createTaskBench().services;
    keys.revoke('studio', keys.generation('studio'));
    const { bench, polled } = await pollUntilShown({ queries: [done], over: { keys } });
    const queries = bench.queried.length;
    keys.change('studio');
    await polled;

    assert.deepEqual([queries, bench.task().state], [0, 'saving']);
  });
});

describe('a profile that leads', () => {
  const rows: readonly (readonly [string, string | null, string])[] = [
    ['to another gateway', 'https://other.example', 'profile-changed'],
    ['nowhere', null, 'profile-unknown'],
  ];
  for (const [title, baseUrl, code] of rows) {
    test(`${title} is looked at again every 10 s, and not called`, async () => {
      let looks = 0;
      const openProfile = (name: string) => {
        looks += 1;
        const url = looks > 3 ? 'https://gateway.example' : baseUrl;
        const readKey = () => Promise.resolve('sk-1');
        return Promise.resolve(url === null ? null : { name, baseUrl: url, isSandbox: false, readKey });
      };
      const { bench, atMs, shown } = await poll([done], { isFresh: false, over: { openProfile } });

      assert.deepEqual([atMs, shown, bench.task().state], [[30_000], [code, undefined], 'saving']);
    });
  }
});

describe('the limit for watching', () => {
  const rows: readonly (readonly [string, TaskBenchOptions, QueryOutcome])[] = [
    ['of the settings', { settings: { maxPollMs: 60_000 } }, running],
    ['of the job', { seed: { request: buildRequest({ timeoutMinutes: 1 }) } }, running],
    ['also while the gateway is silent', { settings: { maxPollMs: 60_000 } }, silent],
  ];
  for (const [title, options, outcome] of rows) {
    test(`${title} ends the watch, not the task`, async () => {
      const { state, error, atMs } = await poll(times(60, outcome), options);

      assert.deepEqual([state, error], ['stopped', { code: 'timed-out', message: '' }]);
      assert.equal((atMs.at(-1) ?? 0) > 45_000 && (atMs.at(-1) ?? 0) <= 80_000, true);
    });
  }

  test('does not count an outage, in which the task may be done', async () => {
    const { state, atMs } = await poll([...times(12, offline), done], { settings: { maxPollMs: 60_000 } });

    assert.deepEqual([state, (atMs.at(-1) ?? 0) > 120_000], ['saving', true]);
  });
});

describe('a duration', () => {
  const learned = ({ services, entry }: ReturnType<typeof createTaskBench>) => services.durations.of(entry());

  test('of a watched task is learned for its model', async () => {
    const { bench, atMs } = await poll([running, done]);

    assert.deepEqual(learned(bench), [atMs[1]]);
  });

  test('of an adopted task that ended at an unknown time is not learned', async () => {
    const { bench } = await poll([done], { isFresh: false });

    assert.deepEqual([learned(bench), bench.entry().tookMs], [[], null]);
  });

  test('of an adopted task that still ran is learned', async () => {
    const { bench } = await poll([running, done], { isFresh: false });

    assert.equal(learned(bench).length, 1);
  });

  test('is not learned after a gap between the polls', async () => {
    const { bench } = await poll([running, refused(429, { retryAfterMs: 16_000 }), done]);

    assert.deepEqual(learned(bench), []);
  });

  test('is not learned when the clock was set back meanwhile', async () => {
    const setBack = (): Promise<QueryOutcome> => {
      bench.clock.set(-3_600_000);
      return Promise.resolve(done);
    };
    const bench = createTaskBench({ changes: untilPending, queries: [running, setBack] });
    await pollTask(bench.watch, { isFresh: true });

    assert.deepEqual([bench.task().state, bench.entry().tookMs], ['saving', null]);
  });

  test('that other windows have learned decides the first poll', async () => {
    const { bench } = await poll([running, done]);
    const durations = createDurations(() => Promise.resolve([{ ...bench.entry(), tookMs: 40_000 }]));
    const [plain, informed] = [await poll([done]), await poll([done], { over: { durations } })];

    assert.equal((informed.atMs[0] ?? 0) > (plain.atMs[0] ?? 0), true);
  });
});

test('a query goes to the path of its endpoint, and says what the response may contain', () => {
  const plain = buildRequest();
  const rows = [
    buildQueryCall(plain, 'g1', 0),
    buildQueryCall({ ...plain, pollPath: null, modality: 'video' }, 'g1', 1),
    buildQueryCall({ ...plain, modality: null }, 'g1', 5),
  ].map(({ pollPath, mayHoldImages, patienceMs }) => [pollPath, mayHoldImages, patienceMs]);

  assert.deepEqual(rows, [
    ['/v1/images/generations/{task_id}', true, 30_000],
    ['/v1/images/generations/{task_id}', false, 60_000],
    ['/v1/images/generations/{task_id}', true, 120_000],
  ]);
});

test('the watch ends with its signal, and the task stays in its state', async () => {
  const giveUp = (): Promise<QueryOutcome> => {
    bench.watch.lose();
    return Promise.reject(new Error('Aborted'));
  };
  const bench = createTaskBench({ changes: untilPending, queries: [giveUp] });

  await assert.rejects(pollTask(bench.watch, { isFresh: true }));

  assert.deepEqual([bench.task().state, bench.kinds()], ['pending', []]);
});
