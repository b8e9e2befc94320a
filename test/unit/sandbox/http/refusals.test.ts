import assert from 'node:assert/strict';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import type { Sandbox, SandboxCall } from '../../../../src/sandbox/index.ts';
import { arrangeSandbox, imagePath } from '../arrangeSandbox.ts';

interface Head {
  readonly method?: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
}

/** Sends the head of a request and never its body. Returns the status and error code of the response. */
function sendHead({ url }: Sandbox, { method = 'GET', path, headers }: Head): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, { method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
        resolve(`${String(response.statusCode)} ${code}`.trim());
        call.destroy();
      });
    });
    call.on('error', reject);
    if (method === 'POST') call.flushHeaders();
    else call.end();
  });
}

const document = '/docs/model-index.json';

test('responds only to a caller who calls it by its own name and port', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const { port } = new URL(sandbox.url);
  const authorization = `Bearer ${sandbox.key}`;
  const answers = [];
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    'localhost',
    `rebound.example:${port}`,
    '127.0.0.1:1',
  ]) {
    for (const path of [document, '/api/usage/token/user-balance']) {
      answers.push(await sendHead(sandbox, { path, headers: { host, authorization } }));
    }
  }
  const refused = Array.from({ length: 6 }, () => '421 unknown_host');
  assert.deepEqual(answers, ['200', '200', '200', '200', ...refused]);
});

test('refuses a call without waiting for its body', async (t) => {
  const { sandbox } = await arrangeSandbox(t);
  const body = { 'content-length': 1_000_000 };
  const post = (path: string, headers: OutgoingHttpHeaders): Promise<string> =>
    sendHead(sandbox, { method: 'POST', path, headers: { ...body, ...headers } });
  assert.deepEqual(
    [
      await post(imagePath, {}),
      await post(imagePath, { authorization: 'Bearer sk-wrong' }),
      await post('/v1/anything', { authorization: sandbox.key }),
      await post(imagePath, { authorization: `Bearer ${sandbox.key}`, host: 'rebound.example' }),
      await post(document, {}),
      await post('/files/task/1.png', {}),
    ],
    [
      '401 invalid_api_key',
      '401 invalid_api_key',
      '401 invalid_api_key',
      '421 unknown_host',
      '405 method_not_allowed',
      '405 method_not_allowed',
    ],
  );
});

test('shows a refused call to its hooks without a body, and injects no fault into a refusal', async (t) => {
  const calls: SandboxCall[] = [];
  const { sandbox, call } = await arrangeSandbox(t, {
    onCall: (seen) => calls.push(seen),
    fault: () => ({ kind: 'answer', status: 503, body: '' }),
  });
  const body = { prompt: 'A lighthouse' };
  const wrongKey = { method: 'POST', headers: { authorization: 'Bearer sk-wrong' }, body: JSON.stringify(body) };
  const statuses = [(await fetch(sandbox.url + imagePath, wrongKey)).status, (await call(imagePath, body)).status];
  assert.deepEqual(
    [statuses, calls.map((seen) => seen.body)],
    [
      [401, 503],
      [null, body],
    ],
  );
});
