import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import type { TaskChange, TaskSeed } from '../../../../../src/core/task/model/taskEvent.ts';
import { buildTerms, startRun, type RunOrderPart } from '../../../../../src/core/task/run/startRun.ts';
import { Watchers } from '../../../../../src/core/task/watchers.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import { buildSeed, createTaskBench, untilPending } from '../../../../fakes/tasks/taskBench.ts';

const notSent: TaskChange = { kind: 'stopped', error: { code: 'not-sent', message: '' } };
const skipped: TaskChange = { kind: 'skipped', error: { code: 'upstream-failed', message: 'still' } };
const request = (job: string | null, index = 1, changes: Partial<PlannedRequest> = {}) =>
  buildRequest({ job, index, body: { prompt: `${job} ${index}` }, ...changes });

/** Arranges a window with these tasks, in which a run is started. */
async function arrange(tasks: Readonly<Record<string, readonly [Partial<TaskSeed>, ...TaskChange[]]>> = {}) {
  const { store, services } = createTaskBench();
  await store.remove(['t1']);
  for (const [id, [seed, ...changes]] of Object.entries(tasks)) {
    await store.add([{ id, seed: buildSeed(seed) }]);
    for (const change of changes) await store.change(id, change);
  }
  let ids = 0;
  const watched: (readonly string[])[] = [];
  const watchers = Object.assign(new Watchers(services), {
    watchAdded(_added: Promise<void>, added: readonly string[]) {
      watched.push(added);
      return Promise.resolve([]);
    },
  });
  const start = (parts: readonly Partial<RunOrderPart>[], runId?: string) =>
    startRun(
      {
        ...(runId === undefined ? {} : { runId }),
        parts: parts.map((part) => ({
          jobFile: '/w/hero.gen.yaml',
          boundary: '/w',
          profile: 'studio',
          requests: [],
          concurrency: 4,
          ...part,
        })),
      },
      { ...services, createId: () => `id-${(ids += 1)}`, watchers },
    );
  return { store, start, watched, left: () => store.list().map(({ task }) => task.id) };
}

describe('a run', () => {
  test('has a task for each request of each file, which are watched together', async () => {
    const { start, store, watched } = await arrange();
    const { id } = start(
      [{ requests: [request('a'), request('a', 2)] }, { jobFile: '/w/b.gen.yaml', requests: [request('b')] }],
      'run-9',
    );

    assert.deepEqual([id, watched], ['run-9', [['id-1', 'id-2', 'id-3']]]);
    assert.deepEqual(
      store.list().map(({ task }) => [task.run, task.jobFile, task.state]),
      [
        ['run-9', '/w/hero.gen.yaml', 'planned'],
        ['run-9', '/w/hero.gen.yaml', 'planned'],
        ['run-9', '/w/b.gen.yaml', 'planned'],
      ],
    );
  });

  test('has a new id if it has none, or if its id is taken', async () => {
    const { start } = await arrange({ old: [{ run: 'run-9' }] });

    assert.deepEqual(
      [start([{ requests: [request('a')] }]).id, start([{ requests: [request('b')] }], 'run-9').id],
      ['id-1', 'id-3'],
    );
  });

  test('keeps its terms, its gateway and whether it is free', async () => {
    const { start, store } = await arrange();
    start([
      { requests: [request('a')], concurrency: 2, budgetUsd: 0.5, onError: 'stop', origin: 'https://gateway.example' },
      { requests: [request('b')], profile: 'sandbox', origin: null },
    ]);

    assert.deepEqual(
      store.list().map(({ terms, origin, task }) => [terms, origin, task.isSandbox]),
      [
        [{ concurrency: 2, budgetUsd: 0.5, stopsOnError: true }, 'https://gateway.example', false],
        [{ concurrency: 4, budgetUsd: null, stopsOnError: false }, null, true],
      ],
    );
  });

  const terms: readonly (readonly [concurrency: number, budgetUsd: number | null, readonly [number, number | null]])[] =
    [
      [4, 1, [4, 1]],
      [0, 0, [1, 0]],
      [-3, -1, [1, 0]],
      [2.9, NaN, [2, null]],
      [NaN, Infinity, [1, null]],
      [1_001, null, [1_000, null]],
    ];
  for (const [concurrency, budgetUsd, expected] of terms) {
    test(`with ${concurrency} tasks at once and ${budgetUsd} USD has ${JSON.stringify(expected)}`, () => {
      const built = buildTerms({ concurrency, budgetUsd, stopsOnError: false });

      assert.deepEqual([built.concurrency, built.budgetUsd], expected);
    });
  }
});

describe('what a request waits for', () => {
  const needy = request('clip', 1, { needs: ['still', 'sound'] });
  const given = (index: number, run: string) => ({
    job: 'still',
    index,
    from: { run, job: 'still', index: index + 5 },
  });
  const rows: readonly (readonly [string, Partial<RunOrderPart>, unknown])[] = [
    [
      'all requests of the jobs that it needs, in their order',
      { requests: [needy, request('still', 2), request('still'), request('sound')] },
      [
        { run: 'r', job: 'still', index: 1 },
        { run: 'r', job: 'still', index: 2 },
        { run: 'r', job: 'sound', index: 1 },
      ],
    ],
    [
      'given results where they are not made again',
      { requests: [needy, request('still', 2), request('sound')], given: [given(1, 'old'), given(2, 'old')] },
      [
        { run: 'old', job: 'still', index: 6 },
        { run: 'r', job: 'still', index: 2 },
        { run: 'r', job: 'sound', index: 1 },
      ],
    ],
    [
      'a result that does not exist, so that the task is skipped',
      { requests: [needy] },
      [
        { run: 'r', job: 'still', index: 1 },
        { run: 'r', job: 'sound', index: 1 },
      ],
    ],
    ['nothing without needs', { requests: [request('clip')] }, []],
  ];
  for (const [title, part, expected] of rows) {
    test(`is ${title}`, async () => {
      const { start, store } = await arrange();
      start([part], 'r');

      assert.deepEqual(store.get('id-1')?.sources, expected);
    });
  }
});

describe('a task that a new run supersedes', () => {
  const same = request('a');
  const moved = buildRequest({ job: 'b', index: 7, body: { prompt: 'a 1' } });
  const waitingOne = request('a', 8, { fingerprint: '', needs: ['still'] });
  const rows: readonly (readonly [string, readonly [Partial<TaskSeed>, ...TaskChange[]], boolean])[] = [
    ['was never sent', [{ request: same }, notSent], true],
    ['was skipped', [{ request: same }, skipped], true],
    [
      'has the same job and index, and other content',
      [{ request: request('a', 1, { body: { prompt: 'x' } }) }, notSent],
      true,
    ],
    ['has the same content, and another index', [{ request: moved }, notSent], true],
    ['is another request', [{ request: request('a', 2) }, notSent], false],
    ['is of another file', [{ request: same, jobFile: '/w/b.gen.yaml' }, notSent], false],
    ['is of another profile', [{ request: same, profile: 'home' }, notSent], false],
    ['was accepted', [{ request: same }, ...untilPending, notSent], false],
    ['is planned', [{ request: same }], false],
    [
      'may have been charged by an earlier attempt',
      [
        { request: same },
        { kind: 'sending', attempt: 1, isSandbox: false },
        { kind: 'postponed', error: { code: 'no-answer', message: '' }, mayBeCharged: true },
        notSent,
      ],
      false,
    ],
    [
      'has failed',
      [{ request: same }, { kind: 'failed', error: { code: 'disk', message: '' }, statusWord: null, amountUsd: null }],
      false,
    ],
  ];
  for (const [title, task, isSuperseded] of rows) {
    test(`${isSuperseded ? 'is' : 'is not'} one that ${title}`, async () => {
      const { start, left } = await arrange({ old: task });
      start([{ requests: [same] }]);

      assert.equal(left().includes('old'), !isSuperseded);
    });
  }

  test('is one that waits for the same jobs with the same plan', async () => {
    const { start, left } = await arrange({
      equal: [{ request: waitingOne }, notSent],
      other: [{ request: request('a', 9, { fingerprint: '', needs: ['sound'] }) }, notSent],
    });
    start([{ requests: [{ ...waitingOne, index: 1 }] }]);

    assert.deepEqual(left().toSorted(), ['id-2', 'other']);
  });

  test('stays if a task that stays waits for its result, and so do its own sources', async () => {
    const ref = (job: string) => ({ run: 'run-1', job, index: 1 });
    const { start, left } = await arrange({
      still: [{ request: request('still') }, notSent],
      clip: [{ request: request('clip'), sources: [ref('still')] }, notSent],
      film: [{ request: request('film'), sources: [ref('clip')] }, notSent],
      lone: [{ request: request('lone') }, notSent],
    });
    start([{ requests: [request('still'), request('clip'), request('lone')] }]);

    assert.deepEqual(
      left().filter((id) => !id.startsWith('id-')),
      ['still', 'clip', 'film'],
    );
  });
});
