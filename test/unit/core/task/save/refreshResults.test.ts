import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { QueryOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import type { SaveOutcome } from '../../../../../src/core/task/ports.ts';
import { saveTask } from '../../../../../src/core/task/save/saveTask.ts';
import {
  createTaskBench,
  refused,
  times,
  untilSaving,
  urlResult,
  type QueryStep,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';
import { buildArtifact } from '../../../host/fakes/builders.ts';

const expired: SaveOutcome = { kind: 'expired', error: { code: 'download-failed', message: '403' } };
const saved: SaveOutcome = { kind: 'saved', artifact: buildArtifact('hero.png') };
const named = (...urls: readonly string[]): QueryOutcome => {
  const deliveries = urls.map((url) => ({ source: { kind: 'url', url }, title: null, lyrics: null }) as const);
  const facts = { statusWord: 'succeeded', progress: null, amountUsd: 0.09, failure: '' };
  return { kind: 'task', view: { phase: 'succeeded', deliveries, ...facts } };
};
const silent: QueryOutcome = { kind: 'unreachable', message: '', wasSent: true };

/** Saves a task whose URL has expired. */
async function refresh(queries: readonly QueryStep[], { saves = [expired, saved], ...options }: TaskBenchOptions = {}) {
  const bench = createTaskBench({
    changes: untilSaving([urlResult('https://x.example/old.png')]),
    queries,
    saves,
    ...options,
  });
  await saveTask(bench.watch);
  const urls = bench.orders.map(({ content }) => (content.kind === 'url' ? content.url : null));
  return { bench, urls, state: bench.task().state, queries: bench.queried.length };
}

describe('a URL that has expired', () => {
  test('is replaced by the one that the gateway names now, without a new price', async () => {
    const { bench, urls, state } = await refresh([named('https://x.example/new.png')]);

    assert.deepEqual([urls, state], [['https://x.example/old.png', 'https://x.example/new.png'], 'saved']);
    assert.deepEqual([bench.kinds(), bench.task().amountUsd], [['finished', 'saved'], 0.09]);
  });

  test('is asked for once: if the new URL has expired too, the task is unsaved', async () => {
    const { state, queries } = await refresh([named('https://x.example/new.png')], { saves: [expired, expired] });

    assert.deepEqual([state, queries], ['unsaved', 1]);
  });

  test('of a result that came in a response cannot be asked for', async () => {
    const changes = [
      { kind: 'sending', attempt: 1, isSandbox: false },
      { kind: 'finished', statusWord: null, amountUsd: null, results: [urlResult('https://x.example/old.png')] },
    ] as const;
    const { state, queries } = await refresh([], { changes, saves: [expired] });

    assert.deepEqual([state, queries], ['unsaved', 0]);
  });

  test('leaves the pieces that are saved already', async () => {
    const urls = ['https://x.example/1.png', 'https://x.example/2.png'];
    const changes = untilSaving(urls.map((url) => urlResult(url)));
    const { bench } = await refresh([named(...urls)], { changes, saves: [saved, expired, saved] });

    assert.deepEqual(
      bench.orders.map(({ ordinal }) => ordinal.index),
      [1, 2, 2],
    );
  });
});

describe('a query for new URLs', () => {
  const rows: readonly (readonly [
    title: string,
    queries: readonly QueryOutcome[],
    state: string,
    pauses: readonly number[],
  ])[] = [
    ['is made again after no response, up to four times', times(4, silent), 'unsaved', [500, 1_000, 2_000, 4_000]],
    ['succeeds after an outage', [silent, silent, named('n')], 'saved', [500, 1_000]],
    ['waits for a limit with the whole profile', [refused(429, { retryAfterMs: 5_000 }), named('n')], 'saved', [5_000]],
    ['is made again after a server error', [refused(500), named('n')], 'saved', [500]],
    [
      'ends when the gateway no longer knows the task',
      [{ kind: 'unknown-task', refusal: refused(404).refusal }],
      'unsaved',
      [],
    ],
    ['ends when the key is refused', [refused(401)], 'unsaved', []],
    ['ends when the task has no results', [named()], 'unsaved', []],
  ];
  for (const [title, queries, state, pauses] of rows) {
    test(title, async () => {
      const saves = state === 'saved' ? [expired, saved] : [expired];
      const result = await refresh(queries, { saves });

      assert.deepEqual([result.state, result.queries, result.bench.clock.slept], [state, queries.length, pauses]);
    });
  }

  test('is not made without the profile or its key', async () => {
    for (const profile of [null, { readKey: () => Promise.resolve(undefined) }]) {
      const { state, queries } = await refresh([], { saves: [expired], profile });

      assert.deepEqual([state, queries], ['unsaved', 0]);
    }
  });

  test('is longer patient after each silence', async () => {
    const { bench } = await refresh(times(4, silent), { saves: [expired] });

    assert.deepEqual(
      bench.queried.map(({ call }) => call.patienceMs),
      [30_000, 60_000, 120_000, 120_000],
    );
  });
});
