import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SubmitCall, SubmitOutcome } from '../../../../../src/core/task/gatewayPort.ts';
import { submitTask } from '../../../../../src/core/task/submit/submitTask.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import {
  accepted,
  createTaskBench,
  noAnswer,
  notSent,
  refused,
  sendingChange,
  times,
  type SubmitStep,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';
import { submit } from './submit.ts';

const delivered: SubmitOutcome = { kind: 'delivered', amountUsd: 0.1, deliveries: [], text: null };
const proxyError = (httpStatus: number) => refused(httpStatus, { isJson: false });

describe('an outage of a gateway that was reached before', () => {
  const options = {
    changes: [sendingChange, { kind: 'postponed', error: { code: 'not-sent', message: '' }, mayBeCharged: false }],
    over: { wasReached: (origin: string) => Promise.resolve(origin === 'https://gateway.example') },
  } as const satisfies TaskBenchOptions;

  test('fails no request, however long it takes: the task tries with growing pauses', async () => {
    const { bench, seen } = await submit([...times(9, notSent), accepted], options);
    const pauses = bench.submitted.map(({ at }, index) => at - (bench.submitted[index - 1]?.at ?? at));

    assert.deepEqual(seen, ['pending', null, 10]);
    assert.deepEqual(pauses.slice(1), [3_000, 3_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  test('is shown on the task, without an attempt that could count as sent', async () => {
    const shown: unknown[] = [];
    const bench = createTaskBench({ ...options, submits: [notSent, accepted] });
    bench.store.onDidChange(({ state, error, submittedAt }) => shown.push([state, error?.code, submittedAt === null]));

    await submitTask(bench.watch);

    assert.deepEqual(shown, [
      ['sending', undefined, false],
      ['planned', 'gateway-unreachable', true],
      ['sending', undefined, false],
      ['pending', undefined, false],
    ]);
  });

  test('ends for all when bytes leave', async () => {
    const { bench } = await submit([notSent, accepted], options);
    const { submits, queries } = bench.services.outages;

    assert.deepEqual(
      [submits.reasonOf('https://gateway.example'), queries.reasonOf('https://gateway.example')],
      [null, null],
    );
  });

  test('is one of submits: it says nothing about queries', async () => {
    const bench = createTaskBench({
      ...options,
      submits: [
        notSent,
        () => {
          const { submits, queries } = bench.services.outages;
          const reasons = [submits, queries].map((each) => each.reasonOf('https://gateway.example'));
          assert.deepEqual(reasons, ['ECONNREFUSED', null]);
          return Promise.resolve(accepted);
        },
      ],
    });

    await submitTask(bench.watch);

    assert.equal(bench.submitted.length, 2);
  });
});

describe('the rest of the run', () => {
  const rows: readonly (readonly [
    string,
    SubmitOutcome,
    readonly (readonly ['file' | 'run', string | undefined])[],
  ])[] = [
    ['is stopped by a refused key', refused(401), [['run', undefined]]],
    ['is stopped by an empty account', refused(402), [['run', undefined]]],
    ['continues after a refused request', refused(400), []],
    ['continues after a lost response', noAnswer, []],
  ];
  for (const [title, outcome, expected] of rows) {
    test(title, async () => {
      assert.deepEqual((await submit([outcome])).bench.stopped, expected);
    });
  }

  /** Whether two submits of the profile may be on their way together after the responses to earlier ones. */
  async function areTogether(...outcomes: readonly SubmitStep[]): Promise<boolean> {
    const { keys } = createTaskBench().services;
    const seed = { request: buildRequest({ endpoint: '/v1/chat/completions' }) };
    for (const outcome of outcomes) {
      await submitTask(createTaskBench({ seed, submits: [outcome], over: { keys } }).watch);
    }
    const { signal } = new AbortController();
    const [first, second] = [keys.takeTurn('studio', 'a', signal), keys.takeTurn('studio', 'b', signal)];
    await first;
    return Promise.race([
      second.then(() => true),
      new Promise<false>((resolve) => void setImmediate(() => resolve(false))),
    ]);
  }

  const breakOff = ({ chat }: SubmitCall): Promise<SubmitOutcome> => {
    chat?.onText(() => 'Once');
    return Promise.resolve(noAnswer);
  };
  const orders: readonly (readonly [title: string, outcomes: readonly SubmitStep[], areTogether: boolean])[] = [
    ['one by one before the key has proven itself', [], false],
    ['together after an acceptance', [accepted], true],
    ['together after a result', [delivered], true],
    ['together after the first word of a text', [breakOff], true],
    ['one by one after a lost response', [noAnswer], false],
    ['together after a refused request', [accepted, refused(400)], true],
    ['one by one again after a refused key', [accepted, refused(401)], false],
  ];
  for (const [title, outcomes, expected] of orders) {
    test(`is sent ${title}`, async () => assert.equal(await areTogether(...outcomes), expected));
  }

  test('waits after an acceptance or a result for the next limit as for the first one', async () => {
    for (const outcome of [accepted, delivered]) {
      const { bench } = await submit([...times(3, refused(429)), outcome]);

      assert.equal(bench.services.gate.limit('studio', null), 1_000);
    }
  });
});

describe('what is kept of a response', () => {
  test('an acceptance has the id and the word of the gateway', async () => {
    const { bench } = await submit([accepted]);
    const { taskId, statusWord, error, submittedAt } = bench.task();

    assert.deepEqual([taskId, statusWord, error, submittedAt], ['g1', 'queued', null, bench.submitted[0]?.at]);
  });

  test('a result has its price and its media in the spool before the journal says so', async () => {
    const deliveries = [
      { source: { kind: 'bytes', bytes: new Uint8Array(2), mediaType: 'image/png' }, title: 'A', lyrics: null },
    ] as const;
    const { bench } = await submit([{ kind: 'delivered', amountUsd: 0.1, deliveries, text: null }]);
    const { results, task } = bench.entry();

    assert.deepEqual(results, [
      { source: { kind: 'spooled', name: 'spool-0', mediaType: 'image/png' }, title: 'A', lyrics: null },
    ]);
    assert.deepEqual([task.amountUsd, task.text, bench.kinds()], [0.1, null, ['sending', 'finished']]);
  });

  const texts: readonly (readonly [string, SubmitOutcome, string | null])[] = [
    ['a response that breaks off', { kind: 'no-answer', message: '', text: 'Once upon' }, 'Once upon'],
    ['a response that breaks off before its first word', { kind: 'no-answer', message: '', text: '' }, null],
    ['a success without content', { kind: 'unusable', message: '', text: '{"ok":1}' }, '{"ok":1}'],
    ['a stream that fails', { kind: 'failed', code: null, message: '', text: 'Once', amountUsd: 0.2 }, 'Once'],
  ];
  for (const [title, outcome, text] of texts) {
    test(`the text of ${title} is ${text === null ? 'none' : 'kept, because it is paid for'}`, async () => {
      assert.equal((await submit([outcome])).bench.task().text, text);
    });
  }

  test('a stream that fails has its price', async () => {
    const { bench } = await submit([{ kind: 'failed', code: null, message: 'boom', text: '', amountUsd: 0.2 }]);

    assert.deepEqual([bench.task().amountUsd, bench.task().error], [0.2, { code: 'task-failed', message: 'boom' }]);
  });

  test('a refusal has its status and what the gateway said', async () => {
    const { bench } = await submit([refused(400, { message: 'size is not allowed' })]);

    assert.deepEqual(bench.task().error, { code: 'request-rejected', message: 'size is not allowed', httpStatus: 400 });
  });

  test('each attempt that a proxy has answered counts as one that may be charged', async () => {
    const { bench } = await submit([proxyError(502), proxyError(504), refused(500), accepted]);

    assert.deepEqual(bench.task().doubtfulAttempts, 2);
  });

  test('an acceptance that cannot be written is reported', async () => {
    const reported: string[] = [];
    const { bench } = await submit([accepted], {
      refuses: ({ kind }) => kind === 'accepted',
      over: { onUnwritten: ({ id, taskId }) => void reported.push(`${id} ${taskId}`) },
    });

    assert.deepEqual([bench.task().state, reported], ['pending', ['t1 g1']]);
  });
});
