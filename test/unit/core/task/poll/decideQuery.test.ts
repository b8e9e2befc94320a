import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { QueryOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import { pollTask } from '../../../../../src/core/task/poll/pollTask.ts';
import { decideQuery } from '../../../../../src/core/task/poll/decideQuery.ts';
import { createTaskBench, refused, times, untilPending } from '../../../../fakes/tasks/taskBench.ts';
import { done, offline, poll, running, silent } from './poll.ts';

const unknown: QueryOutcome = { kind: 'unknown-task', refusal: refused(404).refusal };

describe('how often a task is polled', () => {
  test('the first poll after the own submit is scheduled, and an adopted task is polled immediately', async () => {
    const [fresh, adopted] = [await poll([done]), await poll([done], { isFresh: false })];

    assert.deepEqual([(fresh.atMs[0] ?? 0) >= 3_000, adopted.atMs], [true, [0]]);
  });

  test('polls come every 3 to 10 seconds', async () => {
    const { atMs } = await poll([...times(100, running), done]);
    const intervals = atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0));

    assert.deepEqual([Math.min(...intervals) >= 3_000, Math.max(...intervals) <= 10_000], [true, true]);
  });

  test('harmless failures lengthen the pause up to 60 s with jitter, and a status ends that', async () => {
    const { atMs } = await poll([...times(8, silent), running, done], { isFresh: false });
    const intervals = atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0));

    assert.deepEqual(intervals.slice(0, 8), [3_000, 3_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    assert.equal((intervals[8] ?? 0) < 10_000, true);
  });

  test('a query waits longer for a response after each that had none', async () => {
    const { bench } = await poll([silent, silent, offline, silent, done]);

    assert.deepEqual(
      bench.queried.map(({ call }) => call.patienceMs),
      [30_000, 60_000, 120_000, 120_000, 120_000],
    );
  });

  test('a limit delays the whole profile for the time that the gateway names', async () => {
    const { bench, atMs, shown } = await poll([refused(429, { retryAfterMs: 25_000 }), done], { isFresh: false });

    assert.deepEqual(
      [atMs, shown],
      [
        [0, 25_000],
        ['rate-limited', undefined],
      ],
    );
    assert.equal(bench.services.gate.waitMs('studio'), 0);
  });

  test('a 503 that names a time is waited for like a limit', async () => {
    assert.deepEqual((await poll([refused(503, { retryAfterMs: 7_000 }), done], { isFresh: false })).atMs, [0, 7_000]);
  });

  test('an outage is waited for with growing pauses, and shown', async () => {
    const { atMs, shown, state } = await poll([...times(5, offline), done], { isFresh: false });

    assert.deepEqual(atMs, [0, 3_000, 6_000, 10_000, 18_000, 34_000]);
    assert.deepEqual([shown, state], [['gateway-unreachable', undefined], 'saving']);
  });
});

describe('a response that says nothing about the task', () => {
  const rows: readonly (readonly [title: string, outcome: QueryOutcome, shown: string | undefined])[] = [
    ['no response', silent, 'gateway-unreachable'],
    ['500', refused(500), 'gateway-error'],
    ['402', refused(402), 'gateway-error'],
    ['403', refused(403), 'gateway-error'],
    ['408', refused(408), 'gateway-error'],
    ['400', refused(400, { code: 'get_task_failed' }), 'gateway-error'],
    ['a body that is not a status', { kind: 'unusable', message: 'HTML' }, 'gateway-error'],
    ['an unknown task, once', unknown, 'task-unknown'],
    ['an empty envelope', { kind: 'unchanged' }, undefined],
  ];
  for (const [title, outcome, expected] of rows) {
    test(`${title} is harmless: the task is polled again`, async () => {
      const { state, shown, atMs } = await poll([outcome, done], { isFresh: false });

      assert.deepEqual([state, atMs.length], ['saving', 2]);
      assert.deepEqual(shown, expected === undefined ? [] : [expected, undefined]);
    });
  }

  test('the same reason is shown once, not at each poll', async () => {
    const bench = createTaskBench({ changes: untilPending, queries: [silent, silent, silent, done] });
    let changes = 0;
    bench.store.onDidChange(() => void (changes += 1));

    await pollTask(bench.watch, { isFresh: true });

    assert.equal(changes, 2);
  });
});

describe('a task that the gateway does not know', () => {
  test('is lost after a minute, with the reason', async () => {
    const { atMs, state, error } = await poll(times(40, unknown), { isFresh: false });

    assert.deepEqual([state, error], ['lost', { code: 'task-unknown', message: 'no', httpStatus: 404 }]);
    assert.equal((atMs.at(-1) ?? 0) >= 60_000 && (atMs.at(-1) ?? 0) < 70_000, true);
  });

  test('is lost after three such polls in a row if it was submitted long ago', async () => {
    const bench = createTaskBench({
      changes: untilPending,
      queries: [unknown, unknown, running, unknown, unknown, unknown],
    });
    bench.clock.set(120_000);

    await pollTask(bench.watch, { isFresh: false });

    assert.deepEqual([bench.task().state, bench.queried.length], ['lost', 6]);
  });
});

test('a task is lost from the third poll in a row that does not know it, a minute after its submit', () => {
  const decide = (unknowns: number, ageMs: number) =>
    decideQuery(unknown, { failures: 0, unknowns, ageMs }, { random: () => 0 }).kind;

  assert.deepEqual([decide(3, 60_000), decide(2, 60_000), decide(3, 59_999)], ['lost', 'keep-going', 'keep-going']);
});
