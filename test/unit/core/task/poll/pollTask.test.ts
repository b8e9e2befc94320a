import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import { pollTask } from '../../../../../src/core/task/poll/pollTask.ts';
import {
  createTaskBench,
  refused,
  task,
  times,
  untilPending,
  type QueryStep,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';

const running = task('running');
const empty = task('succeeded');
const done = task('succeeded', {
  deliveries: [{ source: { kind: 'url', url: 'https://x.example/a.png' }, title: null, lyrics: null }],
  amountUsd: 0.04,
});
const silent: CallOutcome = { kind: 'no-answer', message: 'timeout' };
const offline: CallOutcome = { kind: 'not-sent', message: 'ENETDOWN' };
const unknown = refused(404, { code: 'task_not_exist' });

/** Polls a task that was submitted just now, or was adopted. `atMs`: the moments of its queries. */
async function poll(
  queries: readonly QueryStep[],
  { isFresh = true, ...options }: TaskBenchOptions & { readonly isFresh?: boolean } = {},
) {
  const bench = createTaskBench({ changes: untilPending, queries, ...options });
  const start = bench.clock.now();
  const shown: (string | undefined)[] = [];
  bench.store.onDidChange(({ error }) => void shown.push(error?.code));
  await pollTask(bench.watch, { isFresh });
  return { bench, shown, atMs: bench.queried.map(({ at }) => at - start), state: bench.task().state };
}

test('harmless failures lengthen the pause up to 60 s with jitter, and a status ends that', async () => {
  const { atMs } = await poll([...times(8, silent), running, done], { isFresh: false });
  const intervals = atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0));

  assert.deepEqual(intervals.slice(0, 8), [3_000, 3_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  assert.equal((intervals[8] ?? 0) < 10_000, true);
});

test('a reason to wait is shown once, not at each poll', async () => {
  assert.deepEqual((await poll([silent, silent, silent, done])).shown, ['gateway-unreachable', undefined]);
});

test('a success without a result shows why it is not saved', async () => {
  assert.deepEqual((await poll([empty, empty, done])).shown, [undefined, 'no-result', undefined]);
});

test('a success without a result begins its minute again after the task has run again', async () => {
  const { atMs } = await poll([...times(10, empty), running, ...times(10, empty), done]);

  assert.equal(atMs.length, 22);
});

for (const [title, answer] of [
  ['a status', running],
  ['a page with 404', refused(404, { isOwn: false })],
] as const) {
  test(`an unknown task is lost a minute after the first of such polls in a row, and ${title} between them begins a new row`, async () => {
    const { atMs, state } = await poll([...times(5, unknown), answer, ...times(30, unknown)], { isFresh: false });
    const begin = atMs[6] ?? 0;

    assert.deepEqual(
      [state, (atMs.at(-1) ?? 0) >= begin + 60_000, (atMs.at(-2) ?? 0) < begin + 60_000],
      ['lost', true, true],
    );
  });
}

test('an outage, in which the task may be done, does not count as time that the task is watched', async () => {
  const { state, atMs } = await poll([...times(12, offline), done], { settings: { maxPollMs: 60_000 } });

  assert.deepEqual([state, (atMs.at(-1) ?? 0) > 120_000], ['saving', true]);
});

test('why one of several results is missing is kept with the others', async () => {
  const cut = { code: 'part-missing', message: 'one was blocked' } as const;
  const deliveries = [{ source: { kind: 'url', url: 'https://x.example/a.png' }, title: null, lyrics: null }] as const;

  const { bench } = await poll([running, task('succeeded', { deliveries, cut })]);

  assert.deepEqual(bench.task().cut, cut);
});

test('the duration of a task is learned for its model if it was watched all the time', async () => {
  const learned = ({ services, entry }: ReturnType<typeof createTaskBench>) => services.durations.of(entry());
  const { bench, atMs } = await poll([running, done]);
  const { bench: adopted } = await poll([running, done], { isFresh: false });

  assert.deepEqual([learned(bench), learned(adopted)], [[atMs[1]], []]);
});
