import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Earlier } from '../../../../src/engine/index.ts';
import { buildRecord, buildRequest, buildTask } from '../../host/fakes/builders.ts';
import { arrangePress as arrange } from './arrangePress.ts';

const still = buildRequest({ job: 'still', fingerprint: '1' });
const clip = buildRequest({ job: 'clip', fingerprint: '', needs: ['still'] });
const savedStill: Earlier = { kind: 'recorded', record: buildRecord({ job: 'still', run: 'run-0' }) };
const sure = { confirm: () => Promise.resolve(true) };

describe('Generate on a chain', () => {
  test('passes existing results to the jobs that need them', async () => {
    const given = [{ job: 'idea', index: 1, from: { run: 'run-0', job: 'idea', index: 1 } }];
    const { press, started } = arrange({
      requests: [still, clip],
      earlier: [savedStill, null],
      press: { unchanged: 'skip' },
      given,
    });
    await press();
    assert.deepEqual(
      started.map(({ requests, given: handed }) => [requests.map(({ job }) => job), handed]),
      [[['clip'], [...given, { job: 'still', index: 1, from: { run: 'run-0', job: 'still', index: 1 } }]]],
    );
  });

  test('sends only the first request that needs no other one, if the user wants its price and result first', async () => {
    const twin = { ...still, index: 2, fingerprint: '2'.repeat(64) };
    for (const [requests, earlier, unchanged, first] of [
      [[clip, still, twin], [], 'ask', 1],
      [[clip, still, twin], [null, savedStill, null], 'skip', 2],
      // It waits for a task that runs already.
      [[clip, still], [null, savedStill], 'skip', 0],
    ] as const) {
      const { press, started } = arrange({
        requests: [...requests],
        ...(earlier.length > 0 ? { earlier: [...earlier] } : {}),
        press: { unchanged },
        ports: { confirm: () => Promise.resolve('first') },
      });
      await press();
      assert.deepEqual(
        started.map((part) => part.requests),
        [[requests[first]]],
      );
    }
  });

  test('passes no result that is made again', async () => {
    const { press, started } = arrange({
      requests: [still, clip],
      earlier: [savedStill, null],
      press: { unchanged: 'generate', confirm: null },
    });
    await press();
    assert.deepEqual(
      started.map(({ requests, given }) => [requests.length, given]),
      [[2, []]],
    );
  });

  test('passes on what the job file says about the run as a whole', async () => {
    const { press, started } = arrange({ controls: { budgetUsd: 0.5, onError: 'stop' } });
    await press();
    assert.deepEqual(
      started.map(({ budgetUsd, onError }) => [budgetUsd, onError]),
      [[0.5, 'stop']],
    );
  });

  test('knows what was saved before of a job that waits for another one', async () => {
    const saved = [clip, still].map((request) =>
      buildTask({ id: `${request.job}`, state: 'saved', request: { ...request, fingerprint: `saved ${request.job}` } }),
    );
    const { press, started, live } = arrange({
      requests: [still, clip],
      savedIds: saved.map(({ id }) => id),
      ports: sure,
    });
    live.push(...saved);
    await press();
    assert.deepEqual(
      started.map(({ known }) => Array.isArray(known) && known.map(({ id }) => id as string)),
      [['clip']],
    );
  });

  test('leaves the whole chain to another Generate that started it meanwhile', async () => {
    const arranged = arrange({
      requests: [clip, still],
      ports: {
        confirm() {
          arranged.live.push(...[still, clip].map((request) => buildTask({ id: `${request.job}`, request })));
          return Promise.resolve(true);
        },
      },
    });
    const { tasks } = await arranged.press();
    assert.deepEqual([arranged.started, tasks.map(({ status }) => status)], [[], ['unchanged', 'unchanged']]);
  });

  test('does not use a job that waits for another result as its own', async () => {
    const arranged = arrange({
      requests: [still, clip],
      ports: {
        confirm() {
          arranged.live.push(buildTask({ request: clip, state: 'planned' }));
          return Promise.resolve(true);
        },
      },
    });
    await arranged.press();
    assert.deepEqual(
      arranged.started.map(({ requests }) => requests.length),
      [2],
    );
  });
});

describe('the question before a run', () => {
  const two = [still, buildRequest({ fingerprint: '2', index: 2 })];

  test('contains the number of requests and what they may cost', async () => {
    const asked: unknown[] = [];
    const { press } = arrange({
      requests: two,
      estimates: [{ amountUsd: 0.04, samples: 3 }, null],
      ports: { confirm: ({ count, estimate }) => (asked.push([count, estimate]), Promise.resolve(true)) },
    });
    await press();
    assert.deepEqual(asked, [[2, { count: 2, known: 1, amountUsd: 0.04, samples: 3 }]]);
  });

  const prices: readonly (readonly [amountUsd: number | null, isAsked: boolean])[] = [
    [1, false],
    [1.01, true],
    // There is no estimate.
    [null, true],
  ];
  for (const [amountUsd, expected] of prices) {
    test(`comes ${expected ? '' : 'not '}before one request of ${amountUsd} USD`, async () => {
      let isAsked = false;
      const { press } = arrange({
        estimates: [amountUsd === null ? null : { amountUsd, samples: 1 }],
        ports: { confirm: () => ((isAsked = true), Promise.resolve(true)) },
      });
      await press();
      assert.equal(isAsked, expected);
    });
  }

  test('never comes in the sandbox, which charges nothing', async () => {
    const { press, started } = arrange({
      requests: two,
      estimates: [null, null],
      gateway: { origin: null, isSandbox: true, isSelected: false },
    });
    await press();
    assert.equal(started.length, 1);
  });

  test('can be declined before a key is requested', async () => {
    const { press } = arrange({
      requests: two,
      gateway: { isKeyMissing: true },
      ports: { confirm: () => Promise.resolve(false) },
    });
    assert.deepEqual(await press(), { tasks: [], problems: 0 });
  });

  test('comes if the setting decides about unchanged requests', async () => {
    const { press, started } = arrange({
      requests: two,
      earlier: [savedStill, null],
      press: { unchanged: 'generate' },
      ports: sure,
    });
    await press();
    assert.equal(started.length, 1);
  });
});
