// The rows of the interface specification, section 7, and other responses to a POST by a gateway or by a proxy before
// it: in which state the task ends, and how often it was sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task, TaskErrorCode } from '../../../../src/core/task/model/task.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const json = { code: 'some_code', message: 'no' };
const page = '<html><title>Nope</title></html>';

interface Row {
  readonly title: string;
  readonly answer: ScriptedAnswer;
  readonly state: Task['state'];
  readonly code: TaskErrorCode;
  readonly posts: number;
  /** Number of POSTs with the setting that allows no repetition after a server error. */
  readonly postsWithoutRetry: number;
  /** Whether the attempts ended at a proxy. The last one makes the task unconfirmed. */
  readonly isDoubtful?: true;
}

type Ending = readonly [state: Task['state'], code: TaskErrorCode];

const rejected: Ending = ['failed', 'request-rejected'];
const unconfirmed: Ending = ['unconfirmed', 'no-answer'];
const unusable: Ending = ['unconfirmed', 'answer-without-task'];
const redirected: Ending = ['failed', 'not-a-gateway'];
const exhausted: Ending = ['failed', 'quota-exhausted'];

const once = (title: string, answer: ScriptedAnswer, [state, code]: Ending): Row => ({
  title,
  answer,
  state,
  code,
  posts: 1,
  postsWithoutRetry: 1,
});

const titleOf = (status: number, body: unknown): string =>
  `${status} ${typeof body === 'object' ? 'with JSON' : body === '' ? 'without a body' : 'with a page'}`;

/** The response of a proxy says nothing about the gateway: each of these attempts may have been charged. */
const isOfProxy = (status: number, body: unknown): boolean =>
  typeof body !== 'object' && [502, 504, 522].includes(status);

/** A server error is transient: at most three repetitions. */
const repeated = (status: number, body: unknown): Row => {
  const row = { title: titleOf(status, body), answer: { status, body }, posts: 4, postsWithoutRetry: 1 } as const;
  return isOfProxy(status, body)
    ? { ...row, state: 'unconfirmed', code: 'no-answer', isDoubtful: true }
    : { ...row, state: 'failed', code: 'gateway-error' };
};

const rows: readonly Row[] = [
  once('400 with JSON', { status: 400, body: json }, rejected),
  once('400 without a body', { status: 400, body: '' }, rejected),
  once('401 with JSON', { status: 401, body: { error: { message: 'bad key' } } }, ['failed', 'key-refused']),
  once('401 without a body', { status: 401, body: '' }, ['failed', 'key-refused']),
  once('402 with its code', { status: 402, body: { code: 'quota_exhausted', message: 'empty' } }, exhausted),
  once('402 without a body', { status: 402, body: '' }, exhausted),
  once('403 for the quota', { status: 403, body: { code: 'insufficient_user_quota', message: 'empty' } }, exhausted),
  once('403 for something else', { status: 403, body: json }, rejected),
  once('404 with JSON', { status: 404, body: json }, rejected),
  once('404 with a page', { status: 404, body: page }, rejected),
  once('408', { status: 408, body: '' }, unconfirmed),
  once('422', { status: 422, body: json }, rejected),
  ...[500, 501, 502, 503, 504, 522].flatMap((status) => [json, page, ''].map((body) => repeated(status, body))),
  ...[300, 301, 302, 303, 304, 307, 308].map((status) =>
    once(String(status), { status, headers: { location: '/v1/elsewhere' }, body: '' }, redirected),
  ),
  once('the end of the connection before an answer', 'drop', unconfirmed),
  once('the end of the connection inside a success', 'drop-inside-body', unconfirmed),
  once('a success that is shorter than promised', 'too-short', unconfirmed),
  once('200 without a body', { body: '' }, unusable),
  once('200 with a page', { headers: { 'content-type': 'text/html' }, body: page }, unusable),
  once('200 with JSON that names no task', { body: { code: 'success', data: null } }, unusable),
  once('200 with null', { headers: { 'content-type': 'application/json' }, body: 'null' }, unusable),
  once('200 with half of its JSON', { headers: { 'content-type': 'application/json' }, body: '{"id": "t' }, unusable),
  once('200 with an empty list', { body: [] }, unusable),
  once('200 with a number for an id, which may be that of a row', { body: { id: 17, status: 'queued' } }, unusable),
  once('201 without a body', { status: 201, body: '' }, unusable),
  once('204', { status: 204, body: '' }, unusable),
  once('200 that says no', { body: { code: 'invalid_request', message: 'no' } }, rejected),
  once('200 that says no for the quota', { body: { code: 'quota_exhausted', message: 'empty' } }, exhausted),
];

for (const row of rows) {
  for (const retryOn5xx of [true, false]) {
    test(`${row.title}, ${retryOn5xx ? 'server errors are repeated' : 'nothing is repeated'}`, async (context) => {
      const { gateway, settings, run } = await createEngineBench(context);
      settings.retryOn5xx = retryOn5xx;
      gateway.script(post, row.answer);

      const task = await run();

      const posts = retryOn5xx ? row.posts : row.postsWithoutRetry;
      assert.deepEqual(
        { state: task.state, code: task.error?.code, doubtful: task.doubtfulAttempts, lines: gateway.lines() },
        {
          state: row.state,
          code: row.code,
          doubtful: row.isDoubtful ? posts - 1 : 0,
          lines: Array.from({ length: posts }, () => post),
        },
      );
    });
  }
}

for (const status of [500, 502, 503, 504, 520, 522, 524]) {
  for (const body of [json, page, '']) {
    const isDoubtful = typeof body !== 'object' && (status === 502 || status === 504 || status >= 520);
    const end = isDoubtful ? 'is in doubt at once and not sent again' : 'is repeated';
    test(`a request whose response is the result ${end}: ${titleOf(status, body)}`, async (context) => {
      const { gateway, run } = await createEngineBench(context);
      gateway.script(post, { status, body });

      const { state, error, doubtfulAttempts } = await run(buildRequest({ pollPath: null }));

      assert.deepEqual(
        [state, error?.code, doubtfulAttempts, gateway.lines().length],
        isDoubtful ? ['unconfirmed', 'no-answer', 0, 1] : ['failed', 'gateway-error', 0, 4],
      );
    });
  }
}

const proxyPage: ScriptedAnswer = { status: 504, body: page };
const lastAnswers: readonly (readonly [title: string, answer: ScriptedAnswer, code: TaskErrorCode])[] = [
  ['a server error', { status: 500, body: json }, 'gateway-error'],
  ['a limit that does not end', { status: 429, headers: { 'retry-after': '3600' }, body: '' }, 'rate-limited'],
  ['a server that is away for hours', { status: 503, headers: { 'retry-after': '3600' }, body: json }, 'gateway-error'],
  ['an empty account', { status: 402, body: '' }, 'quota-exhausted'],
  ['a refused key', { status: 401, body: '' }, 'key-refused'],
  ['a redirect', { status: 302, headers: { location: '/login' }, body: '' }, 'not-a-gateway'],
  ['a rejected request', { status: 400, body: json }, 'request-rejected'],
];

for (const [title, answer, code] of lastAnswers) {
  test(`after an attempt that may have been charged, ${title} leaves the request unconfirmed`, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    gateway.script(post, proxyPage, answer);

    const { state, error, doubtfulAttempts, submittedAt } = await run();

    // Only the attempt that ended at the proxy is counted.
    assert.deepEqual([state, error?.code, doubtfulAttempts, submittedAt], ['unconfirmed', code, 1, null]);
  });
}

const accepted: ScriptedAnswer = { body: { id: 't1', task_id: 't1', status: 'queued' } };
/** The clock of the gateway is eleven minutes ahead of the clock of the bench. */
const date = 'Thu, 01 Jan 2026 00:11:00 GMT';
const limited = (retryAfter?: string): ScriptedAnswer => ({
  status: 429,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter, date },
  body: '',
});

const limits: readonly (readonly [title: string, answers: readonly ScriptedAnswer[], delayMs: number])[] = [
  ['seconds', [limited('7')], 7_000],
  ['a date', [limited('Thu, 01 Jan 2026 00:11:09 GMT')], 9_000],
  ['a date that has passed', [limited('Thu, 01 Jan 2026 00:10:00 GMT')], 1_000],
  ['nothing', [limited()], 1_000],
  ['nothing, three times', [limited(), limited(), limited()], 1_000 + 2_000 + 4_000],
  ['a text that is neither', [limited('soon')], 1_000],
  ['no time at all', [limited('0')], 1_000],
];

for (const [title, answers, delayMs] of limits) {
  test(`429 with ${title} in Retry-After is waited out and sent again`, async (context) => {
    const { gateway, clock, run } = await createEngineBench(context);
    const before = clock.now();
    gateway.script(post, ...answers, accepted);

    const { state, submittedAt } = await run();

    const posts = gateway.lines().filter((line) => line === post).length;
    assert.deepEqual([state, (submittedAt ?? 0) - before, posts], ['saved', delayMs, answers.length + 1]);
  });
}

test('a redirect of a task query is not followed either', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const query = 'GET /v1/images/generations/t1';
  gateway.script(
    query,
    { status: 302, headers: { location: '/v1/images/generations/t2' }, body: '' },
    {
      body: { data: { task_id: 't1', status: 'failed', error: { message: 'no' } } },
    },
  );

  await run();

  assert.deepEqual(gateway.lines(), [post, query, query]);
});

test('a success that names neither task nor result keeps its content, because it may be paid for', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(post, { body: { ticket: 17, link: 'https://cdn.example.com/a.png?sig=1' } });

  const { state, text } = await run();

  assert.deepEqual([state, text], ['unconfirmed', '{"ticket":17,"link":"https://cdn.example.com/a.png?…"}']);
});
