import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { awaitTasks, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const post = 'POST /v1/images/generations';
const accepted: ScriptedAnswer = { body: { id: 't1', task_id: 't1', status: 'queued' } };

interface Row {
  readonly title: string;
  readonly answers: readonly ScriptedAnswer[];
  readonly state: Task['state'];
  readonly code?: string;
  readonly message?: string;
  readonly doubtful?: number;
  readonly posts: number;
}

const rows: readonly Row[] = [
  { title: 'an accepted request ends as saved after one POST', answers: [accepted], state: 'saved', posts: 1 },
  {
    title: 'a connection that ends without a response leaves the request unconfirmed and is never repeated',
    answers: ['drop'],
    state: 'unconfirmed',
    code: 'no-answer',
    posts: 1,
  },
  {
    title: 'a success whose body breaks off leaves the request unconfirmed',
    answers: ['drop-inside-body'],
    state: 'unconfirmed',
    code: 'no-answer',
    posts: 1,
  },
  {
    title: 'a success with fewer bytes than promised leaves the request unconfirmed',
    answers: ['too-short'],
    state: 'unconfirmed',
    code: 'no-answer',
    posts: 1,
  },
  {
    title: 'a success that names neither task nor result leaves the request unconfirmed and keeps the text',
    answers: [{ body: { code: 'success', data: null, message: 'noted' } }],
    state: 'unconfirmed',
    code: 'answer-without-task',
    message: '{"code":"success","data":null,"message":"noted"}',
    posts: 1,
  },
  {
    title: 'a success whose task id is not an id leaves the request unconfirmed',
    answers: [{ body: { task_id: 'a-'.repeat(101), status: 'queued' } }],
    state: 'unconfirmed',
    code: 'answer-without-task',
    posts: 1,
  },
  {
    title: 'a page instead of JSON leaves the request unconfirmed',
    answers: [{ headers: { 'content-type': 'text/html' }, body: '<html><title>Welcome</title></html>' }],
    state: 'unconfirmed',
    code: 'answer-without-task',
    message: 'Welcome',
    posts: 1,
  },
  {
    title: 'a 400 fails the task with the reason that the gateway gives',
    answers: [{ status: 400, body: { code: 'invalid_request', message: 'size is not supported', data: null } }],
    state: 'failed',
    code: 'request-rejected',
    message: 'size is not supported',
    posts: 1,
  },
  {
    title: 'an error under HTTP 200 fails the task',
    answers: [{ body: { code: 'invalid_request', message: 'no such size', data: null } }],
    state: 'failed',
    code: 'request-rejected',
    message: 'no such size',
    posts: 1,
  },
  {
    title: 'a synchronous failure fails the task',
    answers: [{ body: { status: 'failed', error: { message: 'unsafe prompt' } } }],
    state: 'failed',
    code: 'request-rejected',
    message: 'unsafe prompt',
    posts: 1,
  },
  {
    title: 'a refused key fails the task after one POST',
    answers: [{ status: 401, body: { error: { message: 'bad key', code: 'invalid_api_key' } } }],
    state: 'failed',
    code: 'key-refused',
    message: 'bad key',
    posts: 1,
  },
  {
    title: 'a 402 fails the task without a retry',
    answers: [{ status: 402, body: { code: 'quota_exhausted', message: 'empty' } }],
    state: 'failed',
    code: 'quota-exhausted',
    message: 'empty',
    posts: 1,
  },
  {
    title: 'a 403 whose text mentions the quota is about the quota',
    answers: [{ status: 403, body: { code: 'insufficient_user_quota', message: 'empty' } }],
    state: 'failed',
    code: 'quota-exhausted',
    message: 'empty',
    posts: 1,
  },
  {
    title: 'a plain 403 rejects the request',
    answers: [{ status: 403, body: { message: 'not for you' } }],
    state: 'failed',
    code: 'request-rejected',
    message: 'not for you',
    posts: 1,
  },
  {
    title: 'a 408 may have been charged',
    answers: [{ status: 408, body: '' }],
    state: 'unconfirmed',
    code: 'no-answer',
    message: 'HTTP 408',
    posts: 1,
  },
  {
    title: 'a redirect is never followed',
    answers: [{ status: 307, headers: { location: '/elsewhere' }, body: '' }],
    state: 'failed',
    code: 'not-a-gateway',
    message: 'HTTP 307',
    posts: 1,
  },
  {
    title: 'a server error is repeated until the gateway accepts',
    answers: [{ status: 500, body: { message: 'oops' } }, { status: 503, body: { message: 'oops' } }, accepted],
    state: 'saved',
    posts: 3,
  },
  {
    title: 'a server error is repeated three times and then fails with the last reason',
    answers: [{ status: 500, body: { message: 'oops' } }],
    state: 'failed',
    code: 'gateway-error',
    message: 'oops',
    posts: 4,
  },
  {
    title: 'an error page of a proxy notes that an earlier attempt may have been charged',
    answers: [{ status: 502, body: '<html><title>Bad Gateway</title></html>' }, accepted],
    state: 'saved',
    doubtful: 1,
    posts: 2,
  },
  {
    title: 'an error status counts even if its body breaks off',
    answers: ['drop-inside-error', accepted],
    state: 'saved',
    posts: 2,
  },
  {
    title: 'a rate limit is waited out',
    answers: [{ status: 429, headers: { 'retry-after': '7' }, body: '' }, { status: 429, body: '' }, accepted],
    state: 'saved',
    posts: 3,
  },
];

for (const row of rows) {
  test(row.title, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    gateway.script(post, ...row.answers);

    const { state, error, doubtfulAttempts: doubtful } = await run();

    const posts = gateway.lines().filter((line) => line === post).length;
    assert.deepEqual(
      { state, code: error?.code, posts, doubtful, ...(row.message === undefined ? {} : { message: error?.message }) },
      {
        state: row.state,
        code: row.code,
        posts: row.posts,
        doubtful: row.doubtful ?? 0,
        ...(row.message === undefined ? {} : { message: row.message }),
      },
    );
  });
}

test('a rate limit that does not end is given up', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(post, { status: 429, headers: { 'retry-after': '3600' }, body: '' });

  const { state, error } = await run();

  assert.deepEqual([state, error?.code, gateway.lines()], ['failed', 'rate-limited', [post]]);
});

test('while a long rate limit is in force, a new request reports that and is not sent', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(post, { status: 429, headers: { 'retry-after': '86400' }, body: '' });
  await run();

  const { state, error } = await run(buildRequest({ fingerprint: 'b'.repeat(64) }));

  assert.deepEqual([state, error?.code, gateway.lines()], ['failed', 'rate-limited', [post]]);
});

test('Retry-After delays every call of the profile', async (context) => {
  const { gateway, clock, run } = await createEngineBench(context);
  const before = clock.now();
  gateway.script(post, { status: 429, headers: { 'retry-after': '7' }, body: '' }, accepted);

  const { submittedAt } = await run();

  assert.equal(submittedAt, before + 7_000);
});

test('a gateway that cannot be reached gets nothing, and the task fails after three more attempts', async (context) => {
  const bench = await createEngineBench(context);
  await bench.gateway.close();

  const { state, error } = await bench.run();

  const attempts = (await bench.journal()).split('\n').filter((line) => line.includes('"kind":"sending"'));
  assert.deepEqual([state, error?.code, attempts.length], ['failed', 'gateway-unreachable', 4]);
  assert.match(error?.message ?? '', /ECONNREFUSED/);
});

test('server errors are not repeated if the setting says so', async (context) => {
  const { gateway, settings, run } = await createEngineBench(context);
  settings.retryOn5xx = false;
  gateway.script(post, { status: 500, body: { message: 'oops' } });

  const { state } = await run();

  assert.deepEqual([state, gateway.lines()], ['failed', [post]]);
});

test('without a key nothing is sent', async (context) => {
  const { gateway, setKey, run } = await createEngineBench(context);
  setKey(undefined);

  const { state, error } = await run();

  assert.deepEqual([state, error?.code, gateway.calls], ['failed', 'key-missing', []]);
});

for (const key of ['sk-\u201cabc\u201d', 'sk-abc\n']) {
  test(`the key ${JSON.stringify(key)} is not an outage of a gateway that was reached before`, async (context) => {
    const { engine, gateway, setKey, run, start } = await createEngineBench(context);
    await run();
    const sent = gateway.calls.length;
    setKey(key);

    start();
    const { state, error } = await awaitTasks(engine, (tasks) => tasks.find((task) => task.error !== null));

    assert.deepEqual([state, error?.code, gateway.calls.length], ['failed', 'key-refused', sent]);
  });
}

test('an unknown profile fails the task before anything is sent', async (context) => {
  const { gateway, start } = await createEngineBench(context);

  const [task] = await start([buildRequest()], { profile: 'unknown' }).done;

  assert.deepEqual([task?.state, task?.error?.code, gateway.calls], ['failed', 'profile-unknown', []]);
});

test('the body arrives with all its digits, the key as bearer, and a true user agent', async (context) => {
  const { gateway, run } = await createEngineBench(context);

  await run(buildRequest({ body: { prompt: 'A cat', seed: 9007199254740993n } }));

  const { body, headers } = gateway.calls[0] ?? {};
  assert.deepEqual(
    [body, headers?.authorization, headers?.['user-agent'], headers?.['content-type']],
    [
      '{"prompt":"A cat","seed":9007199254740993}',
      'Bearer sk-test-0123456789abcdef',
      'genwright/1.2.3',
      'application/json',
    ],
  );
});
