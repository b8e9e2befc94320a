import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import type { SandboxCall, SandboxFault } from '../../../src/sandbox/index.ts';
import { gunzipSync } from 'node:zlib';
import { arrangeSandbox, image, imagePath, speech, speechPath } from './arrangeSandbox.ts';
import { readEvents } from './readEvents.ts';

const balancePath = '/api/usage/token/user-balance';

/**
 * Returns what a client sees of a response: its status if there is one, the bytes of the body, and whether it ended
 * normally.
 */
function observe(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, { headers, agent: false }, (response) => {
      let sizeBytes = 0;
      const announced = Number(response.headers['content-length']);
      response.on('data', (chunk: Buffer) => (sizeBytes += chunk.length));
      response.on('close', () => {
        const part = sizeBytes < announced ? `${Math.round((100 * sizeBytes) / announced)} %` : 'all';
        resolve(`${String(response.statusCode)}, ${part}, ${response.complete ? 'complete' : 'cut'}`);
      });
      response.on('error', () => undefined);
    });
    call.on('error', () => resolve('no answer'));
    call.end();
  });
}

test('injects faults into responses on every route', async (t) => {
  let fault: SandboxFault | undefined;
  const { sandbox, finish } = await arrangeSandbox(t, { fault: () => fault });
  const { url: fileUrl = '' } = await finish(speechPath, speech);
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const seen = [];
  const kinds = ['drop-before-answer', 'drop-inside-body'] as const;
  for (const url of [`${sandbox.url}${balancePath}`, fileUrl]) {
    for (const each of [undefined, ...kinds]) {
      fault = each && { kind: each };
      seen.push(await observe(url, headers));
    }
  }
  const each = ['200, all, complete', 'no answer', '200, 50 %, cut'];
  assert.deepEqual(seen, [...each, ...each]);
});

test('responds from a script without carrying out the request', async (t) => {
  let fault: SandboxFault | undefined = {
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': '7' },
    body: '<html>',
  };
  const { call, pass, readBalance } = await arrangeSandbox(t, { fault: () => fault });
  const response = await call(imagePath, image);
  const seen = [response.status, response.headers.get('retry-after'), await response.text()];
  fault = undefined;
  pass(60_000);
  assert.deepEqual([...seen, await readBalance()], [429, '7', '<html>', 25]);
});

test('makes and charges the task if only the response is lost', async (t) => {
  let fault: SandboxFault | undefined = { kind: 'drop-before-answer' };
  const { call, pass, readBalance } = await arrangeSandbox(t, { fault: () => fault });
  await assert.rejects(call(imagePath, image));
  fault = undefined;
  pass(60_000);
  assert.equal(await readBalance(), 24.965);
});

test('reports each call with its parsed body', async (t) => {
  const calls: SandboxCall[] = [];
  const { call, sandbox } = await arrangeSandbox(t, { onCall: (each) => calls.push(each) });
  await call(`${imagePath}?x=1`, image);
  await call(imagePath, image);
  await call(`${imagePath}/none`);
  assert.deepEqual(
    calls.map(({ method, path, headers, body }) => [method, path, headers['authorization'], body]),
    [
      ['POST', imagePath, `Bearer ${sandbox.key}`, image],
      ['POST', imagePath, `Bearer ${sandbox.key}`, image],
      ['GET', `${imagePath}/none`, `Bearer ${sandbox.key}`, null],
    ],
  );
});

test('replaces every third response by a fault of another kind, if a developer asks for that', async (t) => {
  const { sandbox } = await arrangeSandbox(t, { faultEvery: 3 });
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const seen: string[] = [];
  for (let call = 0; call < 9; call += 1) seen.push(await observe(`${sandbox.url}${balancePath}`, headers));
  const [, , third = '', , , sixth = '', , , ninth = ''] = seen;
  assert.deepEqual([third.slice(0, 3), sixth.slice(0, 3), ninth.slice(0, 13)], ['503', '429', '200, 50 %, cu']);
  assert.equal(seen.filter((each) => each.startsWith('200') && each.endsWith('complete')).length, 6);
});

test('carries out a request although a proxy has given up, if the fault says so', async (t) => {
  let fault: SandboxFault | undefined = { kind: 'answer', status: 504, body: '<html>', isCarriedOut: true };
  const { call, pass, readBalance } = await arrangeSandbox(t, { fault: () => fault });
  const { status } = await call(imagePath, image);
  fault = undefined;
  pass(60_000);
  assert.deepEqual([status, await readBalance()], [504, 24.965]);
});

test('ends a body after its half as if it were whole', async (t) => {
  const { sandbox, call } = await arrangeSandbox(t, { speed: 1000, fault: () => ({ kind: 'end-inside-body' }) });
  const seen = await observe(`${sandbox.url}${balancePath}`, { authorization: `Bearer ${sandbox.key}` });
  const stream = { model: 'gpt-4.1', messages: [{ role: 'user', content: 'A poem' }], stream: true };
  const { events, isWhole } = await readEvents(await call('/v1/chat/completions', stream));
  await assert.rejects((await call(imagePath, image)).json(), SyntaxError);
  assert.deepEqual(
    [seen, isWhole, events.length > 5, events.at(-1)?.data === '[DONE]'],
    ['200, all, complete', true, true, false],
  );
});

test('compresses a body that the caller has not asked for in this form', async (t) => {
  const { sandbox } = await arrangeSandbox(t, { fault: () => ({ kind: 'gzip' }) });
  const headers = { authorization: `Bearer ${sandbox.key}`, 'accept-encoding': 'identity' };
  const { coding, bytes } = await new Promise<{ coding: unknown; bytes: Buffer }>((resolve) => {
    request(sandbox.url + balancePath, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ coding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }));
    }).end();
  });
  const { success } = JSON.parse(gunzipSync(bytes).toString()) as { success: boolean };
  assert.deepEqual([coding, success], ['gzip', true]);
});

test('leaves out amounts in each format, and nothing else', async (t) => {
  let fault: SandboxFault | undefined;
  const { call } = await arrangeSandbox(t, { speed: 1000, fault: () => fault });
  const ask = { temperature: 0, max_tokens: 9, messages: [{ role: 'user', content: 'A poem' }], input: 'A poem' };
  const bodies: readonly (readonly [path: string, body: object])[] = [
    ['/v1/chat/completions', { ...ask, model: 'gpt-4.1' }],
    ['/v1/messages', { ...ask, model: 'claude-sonnet-4-5' }],
    ['/v1/responses', { ...ask, model: 'gpt-5.2' }],
    [imagePath, { model: 'grok-imagine-image', prompt: 'A harbor' }],
  ];
  // Ids differ with each request.
  const read = async (path: string, body: object): Promise<string> =>
    (await (await call(path, body)).text()).replaceAll(/[0-9a-f]{32}/g, 'ID');
  for (const [path, body] of bodies.flatMap(([path, body]) => [
    [path, body] as const,
    ...(path === imagePath ? [] : [[path, { ...body, stream: true }] as const]),
  ])) {
    fault = undefined;
    const whole = await read(path, body);
    fault = { kind: 'no-amounts' };
    const bare = await read(path, body);
    assert.deepEqual([bare, bare === whole], [whole.replace(/,"amount_usd":[\d.e-]+/, ''), false]);
  }
});

test('gives a video no link or one that needs the key, and has its file for callers with the key', async (t) => {
  const links = [];
  for (const kind of [undefined, 'no-links', 'keyed-links'] as const) {
    const isQuery = (method: string, path: string): boolean => method === 'GET' && path.startsWith('/v1/videos/task_');
    const { sandbox, call, finish } = await arrangeSandbox(t, {
      fault: ({ method, path }) => (kind && isQuery(method, path) ? { kind } : undefined),
    });
    const { task_id: id, results = [] } = await finish('/v1/videos', { model: 'seedance-2.0', prompt: 'Waves' });
    const [{ url } = { url: '-' }] = results;
    const content = await call(`/v1/videos/${id}/content`);
    const statuses = [content.status, (await fetch(content.url)).status];
    links.push([url.replace(sandbox.url, '').replace(id, 'ID'), content.headers.get('content-type'), ...statuses]);
  }
  const content = ['video/mp4', 200, 401];
  assert.deepEqual(links, [
    ['/files/ID/1.mp4', ...content],
    ['', ...content],
    ['/v1/videos/ID/content', ...content],
  ]);
});
