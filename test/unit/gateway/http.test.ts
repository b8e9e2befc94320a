import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createHttp, type ApiResponse, type ApiCall } from '../../../src/gateway/http.ts';
import { createDispatchers } from '../../../src/node/network/dispatchers.ts';
import { backgroundClock } from '../../../src/node/systemClock.ts';
import { startScriptedGateway, type ScriptedAnswer } from '../../fakes/gateway/scriptedGateway.ts';

async function arrange(context: TestContext, response: ScriptedAnswer, key = 'sk-secret') {
  const gateway = await startScriptedGateway();
  gateway.script('POST /x', response);
  const dispatchers = createDispatchers({ connectTimeoutMs: 10_000 });
  context.after(async () => {
    dispatchers.dispose();
    await gateway.close();
  });
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line) };
  const callApi = createHttp({ dispatchers, userAgent: 'test', clock: backgroundClock, log });
  const limits = { headersTimeoutMs: 5_000, idleTimeoutMs: 5_000, maxResponseBytes: 100 };
  const post = (changes: Partial<ApiCall> = {}, signal = new AbortController().signal): Promise<ApiResponse> =>
    callApi(
      { baseUrl: gateway.url, origin: gateway.url, key },
      { method: 'POST', path: '/x', body: ['{}'], ...limits, ...changes },
      signal,
    );
  return { gateway, post, lines };
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
  const { post } = await arrange(context, { pieces: ['end'], ending: 'stall' });

  assert.deepEqual(summary(await post({ receive: () => true })), [200, '']);
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
  const limits = { maxResponseBytes: 1024 * 1024 };
  const bodies = [64 * 1024, 64 * 1024 + 1].map((length) => 'x'.repeat(length));
  const responses: unknown[] = [];
  for (const body of bodies) {
    const { post } = await arrange(context, { status: 400, body });
    const response = await post(limits);
    responses.push(response.kind === 'response' && [response.status, response.body.length]);
  }
  assert.deepEqual(responses, [
    [400, 64 * 1024],
    [400, 0],
  ]);
});

/** A server that takes one request on each connection, and resets the connection when another one comes. */
async function startResettingServer(context: TestContext) {
  const requests: string[] = [];
  const server = createServer((socket) => {
    let isUsed = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (isUsed) {
        socket.resetAndDestroy();
        return;
      }
      isUsed = true;
      requests.push(bytes.toString().split(' ', 2).join(' '));
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test('a POST never goes out on a connection that was idle', async (context) => {
  const { url, requests } = await startResettingServer(context);
  const dispatchers = createDispatchers({ connectTimeoutMs: 10_000 });
  context.after(() => dispatchers.dispose());
  const log = { info: () => undefined };
  const callApi = createHttp({ dispatchers, userAgent: 'test', clock: backgroundClock, log });
  const limits = { path: '/x', headersTimeoutMs: 5_000, idleTimeoutMs: 5_000, maxResponseBytes: 100 };

  const responses: unknown[] = [];
  for (const method of ['GET', 'POST', 'POST'] as const) {
    const call = { method, ...limits, ...(method === 'POST' ? { body: ['{}'] } : {}) };
    responses.push(
      summary(await callApi({ baseUrl: url, origin: url, key: 'sk-x' }, call, new AbortController().signal)),
    );
    // The connection is free again a turn after the response has ended.
    await new Promise(setImmediate);
  }

  assert.deepEqual(
    [responses, requests],
    [Array.from({ length: 3 }, () => [200, 'ok']), ['GET /x', 'POST /x', 'POST /x']],
  );
});

test('each response reports which origin was reached, except for the sandbox', async (context) => {
  const gateway = await startScriptedGateway();
  const dispatchers = createDispatchers({ connectTimeoutMs: 10_000 });
  context.after(async () => {
    dispatchers.dispose();
    await gateway.close();
  });
  const reached: string[] = [];
  const log = { info: () => undefined };
  const onResponse = (origin: string): void => void reached.push(origin);
  const callApi = createHttp({ dispatchers, userAgent: 'test', clock: backgroundClock, log, onResponse });
  const call = (path: string, origin: string | null): Promise<ApiResponse> => {
    const limits = { headersTimeoutMs: 5_000, idleTimeoutMs: 5_000, maxResponseBytes: 100 };
    const target = { baseUrl: gateway.url, origin, key: 'sk-x' };
    return callApi(target, { method: 'GET', path, ...limits }, new AbortController().signal);
  };
  gateway.script('GET /drop', 'drop');

  await call('/unknown', 'https://one.example');
  await call('/drop', 'https://two.example');
  await call('/unknown', null);

  assert.deepEqual(reached, ['https://one.example']);
});
