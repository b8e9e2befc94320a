import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createHttp, type ApiResponse, type ApiCall } from '../../../src/gateway/http.ts';
import { createDispatchers, type Route } from '../../../src/node/network/dispatchers.ts';
import { backgroundClock } from '../../../src/node/systemClock.ts';
import { startScriptedGateway, type ScriptedAnswer } from '../../fakes/gateway/scriptedGateway.ts';

const limits = { headersTimeoutMs: 5_000, idleTimeoutMs: 5_000, maxResponseBytes: 100 };

async function arrange(context: TestContext, response: ScriptedAnswer, key = 'sk-secret', clock = backgroundClock) {
  const gateway = await startScriptedGateway();
  gateway.script('POST /x', response);
  const dispatchers = createDispatchers({ connectTimeoutMs: 10_000 });
  context.after(async () => {
    dispatchers.dispose();
    await gateway.close();
  });
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line) };
  const used: string[] = [];
  const observe = (name: 'named' | 'fresh'): Route => ({
    dispatch(options, handler) {
      used.push(`${options.method} ${name}`);
      return dispatchers[name].dispatch(options, handler);
    },
  });
  const reached: string[] = [];
  const callApi = createHttp({
    dispatchers: { named: observe('named'), fresh: observe('fresh') },
    userAgent: 'test',
    clock,
    log,
    onResponse: (origin) => void reached.push(origin),
  });
  const post = (changes: Partial<ApiCall> = {}, signal = new AbortController().signal): Promise<ApiResponse> =>
    callApi(
      { baseUrl: gateway.url, origin: gateway.url, key },
      { method: 'POST', path: '/x', body: ['{}'], ...limits, ...changes },
      signal,
    );
  const get = (path: string, origin: string | null): Promise<ApiResponse> =>
    callApi({ baseUrl: gateway.url, origin, key }, { method: 'GET', path, ...limits }, new AbortController().signal);
  return { gateway, post, get, lines, used, reached };
}

const summary = (response: ApiResponse): unknown =>
  response.kind === 'response' ? [response.status, response.body.toString()] : [response.kind, response.message];

test('a call with its own kind of content has its own headers, except for the key', async (context) => {
  const { gateway, post } = await arrange(context, { body: 'ok' });

  await post({ headers: { accept: 'text/event-stream', authorization: 'Bearer other', 'x-more': '1' } });

  const { accept, authorization, 'x-more': more } = gateway.calls[0]?.headers ?? {};
  assert.deepEqual([accept, authorization, more], ['text/event-stream', 'Bearer sk-secret', '1']);
});

test('a body that is received in pieces is not in the response', async (context) => {
  const { post } = await arrange(context, { pieces: ['one ', 'two'] });
  const received: string[] = [];

  const response = await post({ receive: (chunk) => received.push(chunk.toString()) < 0 });

  assert.deepEqual([summary(response), received.join('')], [[200, ''], 'one two']);
});

test('the body of a refusal is in the response, even if a receiver is given', async (context) => {
  const { post } = await arrange(context, { status: 400, body: 'no' });
  const received: Buffer[] = [];

  const response = await post({ receive: (chunk) => received.push(chunk) < 0 });

  assert.deepEqual([summary(response), received], [[400, 'no'], []]);
});

test('a call that takes too long has no response, although it is never silent', async (context) => {
  const { post } = await arrange(context, { pieces: [' ', ' '], ending: 'stall' });

  assert.deepEqual(summary(await post({ totalTimeoutMs: 40 })), ['no-answer', 'No whole response in 0.04 s']);
});

test('a connection that stays open after the end counts as ended', async (context) => {
  const waits: number[] = [];
  const sleep = (durationMs: number) => Promise.resolve(void waits.push(durationMs));
  const clock = { ...backgroundClock, monotonicMs: () => waits.reduce((sum, each) => sum + each, 0), sleep };
  const { post } = await arrange(context, { pieces: ['end'], ending: 'stall' }, 'sk-secret', clock);

  assert.deepEqual([summary(await post({ receive: () => true })), waits], [[200, ''], [5_000]]);
});

test('an abort rejects with its reason', async (context) => {
  const { post } = await arrange(context, 'stall');
  const controller = new AbortController();
  const reason = new Error('enough');

  const posted = post({ totalTimeoutMs: 5_000 }, controller.signal);
  setImmediate(() => controller.abort(reason));

  await assert.rejects(posted, reason);
});

test('a response that is larger than allowed is ignored', async (context) => {
  const { post } = await arrange(context, { body: 'x'.repeat(101) });

  assert.deepEqual(summary(await post()), ['no-answer', 'The response is larger than 100 bytes']);
});

test('a key of any form is not logged, wherever it occurs', async (context) => {
  const { gateway, post, lines } = await arrange(context, 'drop', 'plain0key');
  gateway.script('POST /x/plain0key', { headers: { 'x-request-id': 'r-plain0key' }, body: 'ok' });

  await post({ path: '/x/plain0key' });

  assert.deepEqual(
    lines.map((line) => line.replace(/\d+ ms/, '1 ms')),
    ['POST /x/… 200 1 ms (request id r-…)'],
  );
});

test('a refusal with a body that is too large is treated as one without a body', async (context) => {
  const bodies = [64 * 1024, 64 * 1024 + 1].map((length) => 'x'.repeat(length));
  const responses: unknown[] = [];
  for (const body of bodies) {
    const { post } = await arrange(context, { status: 400, body });
    const response = await post({ maxResponseBytes: 1024 * 1024 });
    responses.push(response.kind === 'response' && [response.status, response.body.length]);
  }
  assert.deepEqual(responses, [
    [400, 64 * 1024],
    [400, 0],
  ]);
});

test('only a POST goes out on a fresh connection, because an idle one may have ended', async (context) => {
  const { post, get, used } = await arrange(context, { body: 'ok' });

  await get('/x', null);
  await post();

  assert.deepEqual(used, ['GET named', 'POST fresh']);
});

test('each response reports which origin was reached, except for the sandbox', async (context) => {
  const { gateway, get, reached } = await arrange(context, 'drop');
  gateway.script('GET /drop', 'drop');

  await get('/unknown', 'https://one.example');
  await get('/drop', 'https://two.example');
  await get('/unknown', null);

  assert.deepEqual(reached, ['https://one.example']);
});
