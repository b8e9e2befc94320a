// Responses to a POST by a gateway or by a proxy before it, besides those of the fault matrix: in which state the task
// ends, and how often it was sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task, TaskErrorCode } from '../../../../src/core/task/model/task.ts';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const json = { code: 'some_code', message: 'no' };
const page = '<html><title>Nope</title></html>';
const accepted: ScriptedAnswer = { body: { id: 't1', task_id: 't1', status: 'queued' } };

type End = readonly [state: Task['state'], code?: TaskErrorCode | undefined, message?: string];

interface Row {
  readonly title: string;
  readonly answers: readonly ScriptedAnswer[];
  readonly end: End;
  readonly posts: number;
  readonly doubtful: number;
}

const rejected: End = ['failed', 'request-rejected'];
const exhausted: End = ['failed', 'quota-exhausted'];
const unusable: End = ['unconfirmed', 'answer-without-task'];

const once = (title: string, answer: ScriptedAnswer, end: End, message?: string): Row => {
  const [state, code] = end;
  return { title, answers: [answer], end: message ? [state, code, message] : end, posts: 1, doubtful: 0 };
};

/** The response of a proxy says nothing about the gateway: each of these attempts may have been charged. */
const isOfProxy = (body: unknown): boolean => typeof body !== 'object';

const titleOf = (status: number, body: unknown): string =>
  `${status} ${typeof body === 'object' ? 'with JSON' : body === '' ? 'without a body' : 'with a page'}`;

/** A server error is transient: at most three repetitions. */
const repeated = (status: number, body: unknown): Row => ({
  title: titleOf(status, body),
  answers: [{ status, body }],
  end: isOfProxy(body) ? ['unconfirmed', 'no-answer'] : ['failed', 'gateway-error'],
  posts: 4,
  doubtful: isOfProxy(body) ? 3 : 0,
});

const first = (title: string, answers: readonly ScriptedAnswer[], doubtful = 0): Row => ({
  title: `${title} before a success`,
  answers: [...answers, accepted],
  end: ['saved'],
  posts: answers.length + 1,
  doubtful,
});

const empty = { code: 'quota_exhausted', message: 'empty' };
const badKey = { error: { message: 'bad key', code: 'invalid_api_key' } };
const refusedInside = { status_code: 1027, status_msg: 'unsafe' };
const asJson = { 'content-type': 'application/json' };

const rows: readonly Row[] = [
  once('400', { status: 400, body: { code: 'invalid_request', message: 'no such size' } }, rejected, 'no such size'),
  once('401', { status: 401, body: badKey }, ['failed', 'key-refused'], 'bad key'),
  once('402 with its code', { status: 402, body: empty }, exhausted, 'empty'),
  once('403 for the quota', { status: 403, body: { code: 'insufficient_user_quota', message: 'empty' } }, exhausted),
  once('404 with a page', { status: 404, body: page }, rejected),
  once('408', { status: 408, body: '' }, ['unconfirmed', 'no-answer'], 'HTTP 408'),
  ...[
    { error: { message: 'Invalid response received: SocketError: other side closed', type: null } },
    { 'html-message': 'Message: fetch failed Cause: SocketError: other side closed' },
    { error: { message: 'do request failed: Post "https://a.example": unexpected EOF', code: 'do_request_failed' } },
    { error: { message: 'Error: read ECONNRESET', type: 'api_error' } },
    { error: { message: 'Server disconnected without sending a response.' } },
  ].map((body) =>
    once(`500 without an answer of others: ${JSON.stringify(body)}`, { status: 500, body }, [
      'unconfirmed',
      'no-answer',
    ]),
  ),
  once('422', { status: 422, body: json }, rejected),
  ...[500, 502, 503, 504].map((status) => repeated(status, page)),
  ...[501, 522].flatMap((status) => [json, page, ''].map((body) => repeated(status, body))),
  ...[300, 301, 302, 303, 304, 307, 308].map((status) => {
    const answer = { status, headers: { location: '/v1/elsewhere' }, body: '' };
    return once(String(status), answer, ['failed', 'not-a-gateway'], `HTTP ${status}`);
  }),
  once('200 with a page', { headers: { 'content-type': 'text/html' }, body: page }, unusable, 'Nope'),
  once(
    '200 with JSON that names no task',
    { body: { data: null, message: 'hi' } },
    unusable,
    '{"data":null,"message":"hi"}',
  ),
  once('200 with half of its JSON', { headers: asJson, body: '{"id": "t' }, unusable),
  once('200 with an empty list', { body: [] }, unusable),
  once('200 with a number for an id, which may be that of a row', { body: { id: 17 } }, unusable),
  once('200 with an id that is none', { body: { task_id: 'a-'.repeat(101), status: 'queued' } }, unusable),
  once('201 without a body', { status: 201, body: '' }, unusable),
  once('204', { status: 204, body: '' }, unusable),
  once('200 that says no', { body: { code: 'invalid_request', message: 'no', data: null } }, rejected, 'no'),
  once('200 that says no for the quota', { body: empty }, exhausted),
  once('200 that says 401', { body: { code: 401, msg: 'bad key' } }, ['failed', 'key-refused'], 'bad key'),
  once('200 that says no without an id', { body: { task_id: '', base_resp: refusedInside } }, rejected, 'unsafe'),
  once('200 with a failure', { body: { status: 'failed', error: { message: 'unsafe' } } }, rejected, 'unsafe'),
  first('two server errors', [
    { status: 500, body: json },
    { status: 503, body: json },
  ]),
  first('a page of a proxy', [{ status: 502, body: page }], 1),
  first('a status of a limit inside a success', [{ body: { code: 429, msg: 'The frequency is too high' } }]),
  first('an error status whose body breaks off', ['drop-inside-error'], 1),
];

for (const { title, answers, end, posts, doubtful } of rows) {
  test(`the response to a request is ${title}`, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    gateway.script(post, ...answers);

    const { state, error, doubtfulAttempts } = await run();

    const sent = gateway.lines().filter((line) => line === post).length;
    assert.deepEqual([state, error?.code, error?.message].slice(0, end.length), end);
    assert.deepEqual({ sent, doubtfulAttempts }, { sent: posts, doubtfulAttempts: doubtful });
  });
}

for (const [status, body] of [
  [500, page],
  [503, page],
  [502, page],
  [504, page],
  ...[520, 522, 524].flatMap((status) => [json, page, ''].map((body) => [status, body] as const)),
] as const) {
  const isDoubtful = isOfProxy(body) || status >= 520;
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

test('429 with a date in Retry-After is waited out and sent again', async (context) => {
  const { gateway, clock, run } = await createEngineBench(context);
  const before = clock.now();
  // The clock of the gateway is eleven minutes ahead of the clock of the bench.
  const headers = { date: 'Thu, 01 Jan 2026 00:11:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:11:09 GMT' };
  gateway.script(post, { status: 429, headers, body: '' }, accepted);

  const { state, submittedAt } = await run();

  const posts = gateway.lines().filter((line) => line === post).length;
  assert.deepEqual([state, (submittedAt ?? 0) - before, posts], ['saved', 9_000, 2]);
});

test('a success that names neither task nor result keeps its content, because it may be paid for', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(post, { body: { ticket: 17, link: 'https://cdn.example.com/a.png?sig=1' } });

  const { state, text } = await run();

  assert.deepEqual([state, text], ['unconfirmed', '{"ticket":17,"link":"https://cdn.example.com/a.png?…"}']);
});
