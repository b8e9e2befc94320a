import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import type { SandboxCall, SandboxFault } from '../../../src/sandbox/index.ts';
import { arrangeSandbox, image, imagePath, speech, speechPath } from './arrangeSandbox.ts';

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
  for (const url of [`${sandbox.url}/api/usage/token/user-balance`, fileUrl]) {
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
  for (let call = 0; call < 9; call += 1)
    seen.push(await observe(`${sandbox.url}/api/usage/token/user-balance`, headers));
  const [, , third = '', , , sixth = '', , , ninth = ''] = seen;
  assert.deepEqual([third.slice(0, 3), sixth.slice(0, 3), ninth.slice(0, 13)], ['503', '429', '200, 50 %, cu']);
  assert.equal(seen.filter((each) => each.startsWith('200') && each.endsWith('complete')).length, 6);
});
