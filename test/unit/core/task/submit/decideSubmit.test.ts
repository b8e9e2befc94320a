import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskState } from '../../../../../src/core/task/model/task.ts';
import { submitTask } from '../../../../../src/core/task/submit/submitTask.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import {
  accepted,
  createTaskBench,
  noAnswer,
  notSent,
  refused,
  times,
  type SubmitStep,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';
import { submit } from './submit.ts';

const proxyError = (httpStatus: number) => refused(httpStatus, { isJson: false });
const synchronous = { request: buildRequest({ pollPath: null }) };
describe('the outcome of a submit', () => {
  /** The responses, then the state, the error and the number of POSTs. */
  const rows: readonly (readonly [
    title: string,
    submits: readonly SubmitStep[],
    state: TaskState,
    error: string | null,
    posts: number,
    options?: TaskBenchOptions,
  ])[] = [
    ['a task id', [accepted], 'pending', null, 1],
    ['a result', [{ kind: 'delivered', amountUsd: 0.1, deliveries: [], text: 'Hi' }], 'saving', null, 1],
    ['no connection, then a task id', [notSent, accepted], 'pending', null, 2],
    ['no connection three times, then a task id', [...times(3, notSent), accepted], 'pending', null, 4],
    ['never a connection', times(4, notSent), 'failed', 'gateway-unreachable', 4],
    ['no response', [noAnswer], 'unconfirmed', 'no-answer', 1],
    ['a success without content', [{ kind: 'unusable', message: '' }], 'unconfirmed', 'answer-without-task', 1],
    ['408', [refused(408)], 'unconfirmed', 'no-answer', 1],
    ['400', [refused(400)], 'failed', 'request-rejected', 1],
    ['404', [refused(404)], 'failed', 'request-rejected', 1],
    ['403', [refused(403)], 'failed', 'request-rejected', 1],
    ['a list of choices', [refused(300)], 'failed', 'not-a-gateway', 1],
    ['a redirect', [refused(302)], 'failed', 'not-a-gateway', 1],
    ['401', [refused(401)], 'failed', 'key-refused', 1],
    ['402', [refused(402)], 'failed', 'quota-exhausted', 1],
    [
      '503 that asks for five minutes three times, then 429, whose ten minutes begin then',
      [...times(3, refused(503, { retryAfterMs: 300_000 })), refused(429), accepted],
      'pending',
      null,
      5,
    ],
    [
      '403 with the code of an empty account',
      [refused(403, { code: 'insufficient_user_quota' })],
      'failed',
      'quota-exhausted',
      1,
    ],
    [
      '403 with the words of an empty account',
      [refused(403, { message: 'Not enough credits.' })],
      'failed',
      'quota-exhausted',
      1,
    ],
    [
      '429 with the words of an empty account',
      [refused(429, { message: 'Your balance is insufficient' })],
      'failed',
      'quota-exhausted',
      1,
    ],
    [
      '400 with the words of an empty account',
      [refused(400, { message: 'Not enough credits.' })],
      'failed',
      'request-rejected',
      1,
    ],
    ['403 with another code', [refused(403, { code: 'forbidden' })], 'failed', 'request-rejected', 1],
    ['429, then a task id', [refused(429), accepted], 'pending', null, 2],
    [
      '429 with a quota per minute',
      [refused(429, { message: 'Quota per minute reached' }), accepted],
      'pending',
      null,
      2,
    ],
    ['500 three times, then a task id', [...times(3, refused(500)), accepted], 'pending', null, 4],
    ['500 four times', times(4, refused(500)), 'failed', 'gateway-error', 4],
    ['500 without retries', [refused(500)], 'failed', 'gateway-error', 1, { settings: { retryOn5xx: false } }],
    ['500 that is not JSON', times(4, refused(500, { isJson: false })), 'failed', 'gateway-error', 4],
    ['503 four times', times(4, refused(503)), 'failed', 'gateway-error', 4],
    ['502 in JSON', times(4, refused(502)), 'failed', 'gateway-error', 4],
    ['502 of a proxy, then a task id', [proxyError(502), accepted], 'pending', null, 2],
    ['502 of a proxy four times', times(4, proxyError(502)), 'unconfirmed', 'no-answer', 4],
    ['504 of a proxy four times', times(4, proxyError(504)), 'unconfirmed', 'no-answer', 4],
    ['520 four times', times(4, proxyError(520)), 'unconfirmed', 'no-answer', 4],
    ['519 four times', times(4, proxyError(519)), 'failed', 'gateway-error', 4],
    [
      '502 of a proxy without retries',
      [proxyError(502)],
      'unconfirmed',
      'no-answer',
      1,
      { settings: { retryOn5xx: false } },
    ],
    ['502 of a proxy, then 500', [proxyError(502), ...times(3, refused(500))], 'unconfirmed', 'gateway-error', 4],
    [
      '502 of a proxy, then no connection',
      [proxyError(502), ...times(4, notSent)],
      'unconfirmed',
      'gateway-unreachable',
      5,
    ],
    ['502 of a proxy, then 400', [proxyError(502), refused(400)], 'unconfirmed', 'request-rejected', 2],
    ['502 of a proxy instead of the result', [proxyError(502)], 'unconfirmed', 'no-answer', 1, { seed: synchronous }],
    ['504 of a proxy instead of the result', [proxyError(504)], 'unconfirmed', 'no-answer', 1, { seed: synchronous }],
    ['502 in JSON instead of the result', [refused(502), accepted], 'pending', null, 2, { seed: synchronous }],
    [
      'a failure in the stream',
      [{ kind: 'failed', code: null, message: '', text: '', amountUsd: null }],
      'failed',
      'task-failed',
      1,
    ],
    [
      'an empty account in the stream',
      [{ kind: 'failed', code: 'quota_exhausted', message: '', text: '', amountUsd: null }],
      'failed',
      'quota-exhausted',
      1,
    ],
  ];
  for (const [title, submits, ...expected] of rows) {
    test(`after ${title} is ${expected[0]} (${expected[1] ?? 'no error'})`, async () => {
      const [state, error, posts, options] = expected;

      const { bench, seen } = await submit(submits, options);

      assert.deepEqual(seen, [state, error, posts]);
      // Each attempt is in the journal before its first byte.
      assert.equal(bench.kinds().filter((kind) => kind === 'sending').length, posts);
    });
  }
});

describe('how long a submit waits', () => {
  const rows: readonly (readonly [title: string, submits: readonly SubmitStep[], sentAtMs: readonly number[]])[] = [
    ['1 s, 2 s and 4 s with jitter after server errors', [...times(3, refused(500)), accepted], [0, 500, 1_500, 3_500]],
    ['the same after failed connections', [...times(3, notSent), accepted], [0, 500, 1_500, 3_500]],
    ['the time that a 429 names', [refused(429, { retryAfterMs: 4_000 }), accepted], [0, 4_000]],
    ['1 s, then twice as long after each 429', [...times(3, refused(429)), accepted], [0, 1_000, 3_000, 7_000]],
    ['ten minutes that a 429 names', [refused(429, { retryAfterMs: 600_000 }), accepted], [0, 600_000]],
    ['ten minutes that a 503 names', [refused(503, { retryAfterMs: 600_000 }), accepted], [0, 600_000]],
    ['the time that a 503 names', [refused(503, { retryAfterMs: 9_000 }), accepted], [0, 9_000]],
    ['like for any server error after a 503 that names no time', [refused(503), accepted], [0, 500]],
    ['not the time that a 500 names', [refused(500, { retryAfterMs: 9_000 }), accepted], [0, 500]],
    [
      'separately for a server error after rate limits',
      [...times(4, refused(429)), ...times(3, refused(500)), accepted],
      [0, 1_000, 3_000, 7_000, 15_000, 15_500, 16_500, 18_500],
    ],
  ];
  for (const [title, submits, expected] of rows) {
    test(title, async () => {
      const { bench } = await submit(submits);

      assert.deepEqual(
        bench.submitted.map(({ at }) => at - (bench.submitted[0]?.at ?? 0)),
        expected,
      );
    });
  }

  test('rate limits are waited out for ten minutes from the first one', async () => {
    const { bench, seen } = await submit(times(20, refused(429)));

    // 1 + 2 + 4 + 8 + 16 + 32 s, then 60 s each; the wait that would end after ten minutes is not made.
    assert.deepEqual([seen, bench.elapsedMs()], [['failed', 'rate-limited', 15], 543_000]);
  });

  test('a rate limit of more than ten minutes ends the submit at once', async () => {
    const { seen } = await submit([refused(429, { retryAfterMs: 600_001 })]);

    assert.deepEqual(seen, ['failed', 'rate-limited', 1]);
  });

  test('a task is not even sent when another one has met such a limit', async () => {
    const bench = createTaskBench();
    bench.services.gate.limit('studio', 600_001);

    await submitTask(bench.watch);

    assert.deepEqual(
      [bench.task().state, bench.task().error?.code, bench.kinds()],
      ['failed', 'rate-limited', ['failed']],
    );
  });

  test('a named time of more than ten minutes of a 503 ends the submit', async () => {
    const { seen } = await submit([refused(503, { retryAfterMs: 600_001 })]);

    assert.deepEqual(seen, ['failed', 'gateway-error', 1]);
  });
});
