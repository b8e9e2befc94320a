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
        const part =
          sizeBytes === 0
            ? 'nothing'
            : sizeBytes < announced - 16
              ? 'a part'
              : `all but ${String(announced - sizeBytes)}`;
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
  const kinds = ['drop-before-answer', 'drop-before-body', 'drop-inside-body', 'wrong-length'] as const;
  for (const url of [`${sandbox.url}/api/usage/token/user-balance`, fileUrl]) {
    for (const each of [undefined, ...kinds]) {
      fault = each && { kind: each };
      seen.push(await observe(url, headers));
    }
  }
  const each = [
    '200, all but 0, complete',
    'no answer',
    '200, nothing, cut',
    '200, a part, cut',
    '200, all but 16, cut',
  ];
  assert.deepEqual(seen, [...each, ...each]);
});

test('responds from a script without carrying out the request', async (t) => {
  let fault: SandboxFault | undefined = {
    kind: 'answer',
    status: 429,
    headers: { 'retry-after': '7' },
    body: '<html>',
  };
  const { call, pass } = await arrangeSandbox(t, { fault: () => fault });
  const response = await call(imagePath, image);
  const seen = [response.status, response.headers.get('retry-after'), await response.text()];
  fault = undefined;
  pass(60_000);
  const balance = (await (await call('/api/usage/token/user-balance')).json()) as { data: { balance_usd: number } };
  assert.deepEqual([...seen, balance.data.balance_usd], [429, '7', '<html>', 25]);
});

test('makes and charges the task if only the response is lost', async (t) => {
  let fault: SandboxFault | undefined = { kind: 'drop-before-answer' };
  const { call, pass } = await arrangeSandbox(t, { fault: () => fault });
  await assert.rejects(call(imagePath, image));
  fault = undefined;
  pass(60_000);
  const balance = (await (await call('/api/usage/token/user-balance')).json()) as { data: { balance_usd: number } };
  assert.equal(balance.data.balance_usd, 24.965);
});

test('stalls one call until its caller gives up, and responds to others meanwhile', async (t) => {
  const fault = ({ path }: SandboxCall): SandboxFault | undefined => (path === '/slow' ? { kind: 'stall' } : undefined);
  const { call, sandbox } = await arrangeSandbox(t, { fault });
  const ending = new AbortController();
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const stalled = fetch(`${sandbox.url}/slow`, { headers, signal: ending.signal }).catch(
    (error: unknown) => (error as Error).name,
  );
  const other = await call(imagePath, image);
  const before = await Promise.race([stalled, Promise.resolve('waiting')]);
  ending.abort();
  assert.deepEqual([other.status, before, await stalled], [200, 'waiting', 'AbortError']);
});

test('sends half of a file, then nothing, until the caller gives up', async (t) => {
  const faults: SandboxFault[] = [];
  const { finish } = await arrangeSandbox(t, { fault: () => faults[0] });
  const { url = '' } = await finish(speechPath, speech);
  const whole = (await (await fetch(url)).arrayBuffer()).byteLength;
  faults.push({ kind: 'stall-inside-body' });
  const ending = new AbortController();
  let sizeBytes = 0;
  const reading = (async () => {
    for await (const chunk of (await fetch(url, { signal: ending.signal })).body ?? []) {
      sizeBytes += chunk.length;
      if (sizeBytes === Math.floor(whole / 2)) ending.abort();
    }
    return 'ended';
  })();
  await assert.rejects(reading, { name: 'AbortError' });
  assert.equal(sizeBytes, Math.floor(whole / 2));
});

test('reports each call with its parsed body and how often it came before', async (t) => {
  const calls: SandboxCall[] = [];
  const { call, sandbox } = await arrangeSandbox(t, { onCall: (each) => calls.push(each) });
  await call(`${imagePath}?x=1`, image);
  await call(imagePath, image);
  await call(`${imagePath}/none`);
  assert.deepEqual(
    calls.map(({ method, path, headers, body, count }) => [method, path, headers['authorization'], body, count]),
    [
      ['POST', imagePath, `Bearer ${sandbox.key}`, image, 0],
      ['POST', imagePath, `Bearer ${sandbox.key}`, image, 1],
      ['GET', `${imagePath}/none`, `Bearer ${sandbox.key}`, null, 0],
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
  assert.deepEqual([third.slice(0, 3), sixth.slice(0, 3), ninth.slice(0, 13)], ['503', '429', '200, a part, ']);
  assert.equal(seen.filter((each) => each.startsWith('200') && each.endsWith('complete')).length, 6);
});
