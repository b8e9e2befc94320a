import assert from 'node:assert/strict';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { Download } from '../../../../src/artifacts/download.ts';
import { fetchDocument } from '../../../../src/gateway/models/fetchDocument.ts';
import { createDispatchers } from '../../../../src/node/network/dispatchers.ts';
import { startFileServer } from '../../../fakes/gateway/fileServer.ts';

type Answer = (error: Error | null, addresses: readonly dns.LookupAddress[]) => void;

/** Arranges a public name that resolves to these addresses, and a server on this machine that counts connections. */
async function arrange(context: TestContext, addresses: readonly string[]) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway = await startFileServer(context);
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  context.mock.method(dns, 'lookup', (_name: string, _options: unknown, response: Answer) => response(null, found));
  syncBuiltinESMExports();
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(async () => {
    context.mock.restoreAll();
    syncBuiltinESMExports();
    dispatchers.dispose();
    await new Promise((resolve) => server.close(resolve));
  });
  const common = { dispatchers, userAgent: 'test' };
  const { signal } = new AbortController();
  return {
    gateway,
    url: `https://results.example.com:${(server.address() as AddressInfo).port}/a.png`,
    connections: () => connections,
    download: async (url: string, baseUrl: string | null): Promise<string> => {
      const writer = { write: () => undefined, restart: () => undefined };
      const limits = { maxBytes: 10_000, idleTimeoutMs: 60_000, elapsedMs: () => 0 };
      const outcome = await new Download(url, writer, { ...common, ...limits, baseUrl }).attempt(signal);
      return 'message' in outcome ? `${outcome.kind}: ${outcome.message}` : outcome.kind;
    },
    fetchDocument: async (url: string): Promise<string> => {
      const response = await fetchDocument(url, { ...common, docsUrl: 'https://docs.example.com', etag: null }, signal);
      return 'message' in response ? `${response.kind}: ${response.message}` : response.kind;
    },
  };
}

describe('a public name that resolves to a private address', () => {
  for (const addresses of [['127.0.0.1'], ['::1'], ['93.184.215.14', '169.254.169.254']]) {
    test(`is not connected to for a result, a redirect or a document: ${addresses.join()}`, async (context) => {
      const { gateway, url, connections, download, fetchDocument } = await arrange(context, addresses);
      gateway.respond((_request, response) => response.writeHead(302, { location: url }).end());

      const outcomes = [await download(url, null), await download(gateway.url, gateway.url), await fetchDocument(url)];

      assert.deepEqual(
        [outcomes, connections()],
        [
          [
            'forbidden: results.example.com is a private address',
            'forbidden: results.example.com is a private address',
            'failed: results.example.com is a private address',
          ],
          0,
        ],
      );
    });
  }

  test('is connected to if the user has named it as the gateway', async (context) => {
    const { url, connections, download } = await arrange(context, ['127.0.0.1']);

    const outcome = await download(url, new URL('/v1', url).href);

    assert.deepEqual([outcome.startsWith('interrupted: '), connections()], [true, 1]);
  });
});
