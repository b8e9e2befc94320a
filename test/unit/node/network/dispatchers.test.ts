import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { exchange } from '../../../../src/node/network/exchange.ts';
import { createDispatchers } from '../../../../src/node/network/dispatchers.ts';

/** Arranges a server that counts its connections. */
async function arrange(context: TestContext) {
  let connections = 0;
  const server = createServer((_request, response) => response.end('{}'));
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(() => {
    dispatchers.dispose();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  const call = (route: 'named' | 'fresh'): Promise<unknown> =>
    exchange(
      dispatchers[route],
      { url, method: 'POST', headers: {}, body: '{}', headersTimeoutMs: 60_000, idleTimeoutMs: 60_000 },
      { sink: { head: () => undefined, data: () => undefined }, signal: new AbortController().signal },
    );
  return { call, dispatchers, connections: () => connections };
}

test('each fresh request uses a new connection, one after the other and at the same time', async (context) => {
  const { call, connections } = await arrange(context);

  for (let request = 0; request < 3; request += 1) await call('fresh');
  await Promise.all(Array.from({ length: 5 }, () => call('fresh')));

  assert.equal(connections(), 8);
});

test('no request is sent after the end', async (context) => {
  const { call, dispatchers, connections } = await arrange(context);
  await call('fresh');

  dispatchers.dispose();
  const outcomes = [await call('fresh'), await call('named')];

  const refused = { ok: false, error: new Error('Disposed'), wasSent: false };
  assert.deepEqual([outcomes, connections()], [[refused, refused], 1]);
});
