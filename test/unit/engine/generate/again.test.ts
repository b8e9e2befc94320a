import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { Earlier } from '../../../../src/engine/index.ts';
import { buildRecord, buildRequest, buildTask } from '../../host/fakes/builders.ts';
import { type Arrangement, arrangePress as arrange, fingerprints } from './arrangePress.ts';

const first = buildRequest({ fingerprint: '1' });
const second = buildRequest({ fingerprint: '2', index: 2 });
const savedBefore: Earlier = { kind: 'recorded', record: buildRecord() };

describe('Generate with requests that were made before', () => {
  test('asks, and makes another result if the user wants it', async () => {
    const { press, started } = arrange({
      earlier: [savedBefore],
      ports: { askUnchanged: () => Promise.resolve('all') },
    });
    const { tasks } = await press();
    assert.deepEqual([started.length, tasks.map(({ status }) => status)], [1, ['saved']]);
  });

  test('asks about all that it sends if everything is generated again and open tasks are awaited', async () => {
    const counts: number[] = [];
    const { press, started } = arrange({
      requests: [first, second, buildRequest({ fingerprint: '3', index: 3 })],
      earlier: [savedBefore, null, { kind: 'task', task: buildTask({ state: 'running' }) }],
      press: { unchanged: 'generate', confirm: { requests: 1, usd: 0 } },
      ports: {
        awaitTask: (task) => Promise.resolve(task),
        confirm: ({ count }) => {
          counts.push(count);
          return Promise.resolve(true);
        },
      },
    });
    await press();
    assert.deepEqual([counts, started.flatMap(({ requests }) => requests.map(({ index }) => index))], [[2], [1, 2]]);
  });

  for (const answer of ['cancel', 'show'] as const) {
    test(`sends nothing after “${answer}” and reports the existing results`, async () => {
      const shown: unknown[] = [];
      const { press, started } = arrange({
        earlier: [savedBefore],
        ports: {
          askUnchanged: () => Promise.resolve(answer),
          showEarlier: ({ request }) => shown.push(request.index),
        },
      });
      const { tasks } = await press();
      assert.deepEqual(
        [started, tasks, shown],
        [
          [],
          [
            {
              id: null,
              taskId: 'gateway-1',
              jobFile: '/w/hero.gen.yaml',
              job: null,
              index: 1,
              status: 'unchanged',
              artifacts: ['/w/hero.png'],
              amountUsd: 0.04,
              error: null,
            },
          ],
          answer === 'show' ? [1] : [],
        ],
      );
    });
  }

  test('makes only the missing results if the user wants that, and reports both', async () => {
    const questions: unknown[] = [];
    const { press, started } = arrange({
      requests: [first, second],
      earlier: [savedBefore, null],
      estimates: [
        { amountUsd: 5, samples: 3 },
        { amountUsd: 0.5, samples: 3 },
      ],
      ports: {
        askUnchanged: ({ unchanged, missing, estimate, total }) => (
          questions.push([unchanged.length, missing, estimate.amountUsd, total.amountUsd]),
          Promise.resolve('missing')
        ),
      },
    });
    const { tasks } = await press();
    assert.deepEqual(
      [questions, fingerprints(started), tasks.map(({ status }) => status)],
      [[[1, 1, 0.5, 5.5]], [['2']], ['unchanged', 'saved']],
    );
  });

  test('asks nothing if that is decided beforehand', async () => {
    const skipped = arrange({
      earlier: [savedBefore],
      press: { unchanged: 'skip' },
    });
    const again = arrange({
      earlier: [savedBefore],
      press: { unchanged: 'generate' },
    });
    await Promise.all([skipped.press(), again.press()]);
    assert.deepEqual(
      [skipped, again].map(({ started }) => started.length),
      [0, 1],
    );
  });

  test('counts a request that is in flight as unchanged, under its task', async () => {
    const running: Earlier = { kind: 'task', task: buildTask({ id: 'live-1' }) };
    const { press, started } = arrange({ earlier: [running], press: { unchanged: 'skip' } });
    const { tasks } = await press();
    assert.deepEqual([started, tasks.map(({ id, status }) => [id, status])], [[], [['live-1', 'unchanged']]]);
  });

  test('makes the missing one of two equal results while the task of the other one is open', async () => {
    const task = buildTask({ id: 'open-1', request: first, state: 'running' });
    const arranged = arrange({
      requests: [first, { ...first, index: 2 }],
      earlier: [{ kind: 'task', task }, null],
      press: { unchanged: 'skip' },
    });
    arranged.live.push(task);
    const { tasks } = await arranged.press();
    assert.deepEqual(
      [fingerprints(arranged.started), tasks.map(({ status }) => status)],
      [[['1']], ['unchanged', 'saved']],
    );
  });

  const running = buildTask({ id: 'meanwhile', request: first, state: 'running' });
  const saved = buildTask({ id: 'meanwhile', request: first, state: 'saved', holder: 'alive' });
  const meanwhile: readonly (readonly [
    title: string,
    happens: { readonly live?: readonly Task[]; readonly foreign?: readonly Task[] },
    started: readonly string[],
    Arrangement?,
  ])[] = [
    ['does not start what another Generate has started', { live: [{ ...running, state: 'unconfirmed' }] }, ['2']],
    ['does not start what another window has saved', { foreign: [saved] }, ['2']],
    // The file of such a task is gone. Otherwise the plan would have found it.
    ['starts what was saved before it was planned', { foreign: [saved] }, ['1', '2'], { savedIds: ['meanwhile'] }],
    [
      'makes another result that the user wants, though another window has saved one too',
      { foreign: [saved] },
      ['1', '2'],
      { earlier: [savedBefore] },
    ],
    [
      'counts a task that it has adopted as its own',
      { foreign: [{ ...running, holder: 'alive' }], live: [{ ...running, state: 'failed' }] },
      ['1', '2'],
    ],
    ['does not use the task of a copied file', { live: [{ ...running, jobFile: '/w/copy.gen.yaml' }] }, ['1', '2']],
    ['does not use the task of the sandbox', { live: [{ ...running, isSandbox: true }] }, ['1', '2']],
  ];
  for (const [title, { live = [], foreign = [] }, expected, arrangement] of meanwhile) {
    test(`${title} while it was asking`, async () => {
      const happen = () => {
        arranged.live.push(...live);
        arranged.foreign.push(...foreign);
      };
      const arranged = arrange({
        requests: [first, second],
        ports: {
          confirm: () => Promise.resolve(happen()).then(() => true),
          askUnchanged: () => Promise.resolve(happen()).then(() => 'all'),
        },
        ...arrangement,
      });
      const { tasks } = await arranged.press();
      assert.deepEqual(fingerprints(arranged.started), [expected]);
      assert.deepEqual(
        tasks.map(({ status }) => status),
        [expected.includes('1') ? 'saved' : 'unchanged', 'saved'],
      );
    });
  }

  test('identifies the gateway, so that results of the sandbox are not used for a gateway', async () => {
    const { press, planned } = arrange();
    await press();
    assert.deepEqual(
      planned.map(({ profile }) => profile),
      ['studio'],
    );
  });

  test('starts the same request once if two calls race', async () => {
    const { press, started } = arrange();
    const results = await Promise.all([press(), press()]);
    assert.deepEqual(
      [started.length, results.map(({ tasks }) => tasks.map(({ status }) => status))],
      [1, [['saved'], ['unchanged']]],
    );
  });
});

describe('Generate when open tasks are awaited', () => {
  const open = buildTask({ id: 'open-1', request: first, state: 'running' });
  const awaitTask = (task: Task): Promise<Task> => Promise.resolve({ ...task, state: 'saved' });

  for (const unchanged of ['skip', 'generate'] as const) {
    test(`waits for an open task and reports its end, and does not send it again, with “${unchanged}”`, async () => {
      const { press, started } = arrange({
        requests: [first, second],
        earlier: [{ kind: 'task', task: open }, null],
        press: { unchanged, confirm: null },
        ports: { awaitTask },
      });
      const { tasks } = await press();
      assert.deepEqual(
        [fingerprints(started), tasks.map(({ id, status }) => [id, status])],
        [
          [['2']],
          [
            ['open-1', 'saved'],
            ['/w/hero.gen.yaml#1', 'saved'],
          ],
        ],
      );
    });
  }

  test('reports an open task as unchanged when its end is unknown', async () => {
    const { press } = arrange({
      earlier: [{ kind: 'task', task: open }],
      press: { unchanged: 'skip' },
      ports: { awaitTask: () => Promise.resolve(null) },
    });
    const { tasks } = await press();
    assert.deepEqual(
      tasks.map(({ status }) => status),
      ['unchanged'],
    );
  });
});
