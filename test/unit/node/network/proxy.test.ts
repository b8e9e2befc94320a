import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeNetworkError, exchange } from '../../../../src/node/network/exchange.ts';
import { createDispatchers, type Dispatchers } from '../../../../src/node/network/dispatchers.ts';
import { plainNetwork, type NetworkSettings } from '../../../../src/node/network/network.ts';
import { startConnectProxy, startSecureServer } from '../../../fakes/gateway/connectProxy.ts';
import { startScriptedGateway } from '../../../fakes/gateway/scriptedGateway.ts';

async function arrange(
  context: TestContext,
  {
    connectTimeoutMs = 60_000,
    ...proxyOptions
  }: { readonly isSecure?: boolean; readonly connectTimeoutMs?: number } = {},
) {
  const server = await startSecureServer(context);
  const proxy = await startConnectProxy(context, { targetPort: server.port, ...proxyOptions });
  // The certificate of the server is self-signed.
  const settings = { ...plainNetwork, proxy: proxy.url, strictSsl: false } as {
    -readonly [Key in keyof NetworkSettings]: NetworkSettings[Key];
  };
  const dispatchers = createDispatchers({ connectTimeoutMs, network: () => settings });
  context.after(() => dispatchers.dispose());
  const send = async (
    url = 'https://gateway.example.com/v1/x',
    hosts: 'named' | 'fresh' | 'foreign' = 'named',
  ): Promise<string> => describeOutcome(dispatchers, url, hosts);
  return { server, proxy, settings, send };
}

/** Returns status and body, or the reason why there is none and whether a byte was sent. */
async function describeOutcome(
  dispatchers: Dispatchers,
  url: string,
  hosts: 'named' | 'fresh' | 'foreign',
): Promise<string> {
  const received: string[] = [];
  const sink = {
    head: (status: number) => void received.push(String(status)),
    data: (chunk: Buffer) => void received.push(chunk.toString()),
  };
  const call = {
    url: new URL(url),
    method: 'POST',
    headers: {},
    body: '{}',
    headersTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
  } as const;
  const outcome = await exchange(dispatchers[hosts], call, { sink, signal: new AbortController().signal });
  return outcome.ok
    ? received.join(' ')
    : `${outcome.wasSent ? 'sent' : 'not sent'}: ${describeNetworkError(outcome.error)}`;
}

test('a call goes through a tunnel of the proxy, and the next one through the same', async (context) => {
  const { proxy, server, send } = await arrange(context);

  const first = await send();
  // The connection is free again a turn after the response has ended.
  await new Promise(setImmediate);
  const responses = [first, await send()];

  assert.deepEqual(
    [responses, proxy.tunnels, server.lines],
    [['200 hello', '200 hello'], ['gateway.example.com:443'], ['POST /v1/x', 'POST /v1/x']],
  );
});

test('a proxy that is reached by TLS and has HTTP/2 is used by HTTP/1.1', async (context) => {
  const { proxy, server, send } = await arrange(context, { isSecure: true });

  assert.deepEqual(
    [await send(), proxy.tunnels, server.lines],
    ['200 hello', ['gateway.example.com:443'], ['POST /v1/x']],
  );
});

test('a request that is sent only once has its own tunnel', async (context) => {
  const { proxy, send } = await arrange(context);

  const responses: string[] = [];
  for (const hosts of ['named', 'fresh', 'fresh'] as const) {
    responses.push(await send(undefined, hosts));
    await new Promise(setImmediate);
  }

  assert.deepEqual([responses, proxy.tunnels.length], [Array<string>(3).fill('200 hello'), 3]);
});

test('a result is fetched through the proxy too', async (context) => {
  const { proxy, send } = await arrange(context);

  assert.deepEqual(
    [await send('https://cdn.example.com/a.png', 'foreign'), proxy.tunnels],
    ['200 hello', ['cdn.example.com:443']],
  );
});

// Which names are private is a matter of the policy, and tested there.
const privateHosts = ['intranet', 'nas.local', '10.0.0.1', '127.0.0.1.nip.io'];

test('a private host that a response has named is not called through a proxy', async (context) => {
  const { proxy, send } = await arrange(context);

  const responses = [];
  for (const host of privateHosts) responses.push(await send(`https://${host}/a.png`, 'foreign'));

  assert.deepEqual(
    [responses, proxy.tunnels],
    [privateHosts.map((host) => `not sent: ${host} is a private address`), []],
  );
});

test('a private host that the user has named is called through the proxy', async (context) => {
  const { send } = await arrange(context);

  assert.equal(await send('https://gateway.internal/v1'), '200 hello');
});

test('a certificate that is not trusted ends the connection before anything is sent', async (context) => {
  const { server, settings, send } = await arrange(context);
  settings.strictSsl = true;

  const response = await send();

  assert.match(response, /^not sent: .*certificate/i);
  assert.deepEqual(server.lines, []);
});

for (const [response, reason] of [
  [407, /asks for a user name and password/],
  [403, /the proxy returned 403/],
  ['drop', /./],
  ['stall', /./],
] as const) {
  test(`a proxy whose response to a tunnel is ${response} lets nothing through, and nothing was sent`, async (context) => {
    const { proxy, server, send } = await arrange(context, response === 'stall' ? { connectTimeoutMs: 150 } : {});
    proxy.response = response;

    const outcome = await send();

    assert.match(outcome, /^not sent: /);
    assert.match(outcome, reason);
    assert.deepEqual(server.lines, []);
  });
}

test('the proxy gets the credentials of the setting or its URL', async (context) => {
  const { proxy, settings, send } = await arrange(context);
  settings.proxyAuthorization = 'Basic abc';
  await send();
  settings.proxyAuthorization = null;
  settings.proxy = proxy.url.replace('http://', 'http://me:pass@');
  await send();

  assert.deepEqual(
    proxy.headers.map((headers) => headers['proxy-authorization']),
    ['Basic abc', `Basic ${Buffer.from('me:pass').toString('base64')}`],
  );
});

test('a proxy that is set later is used for the next call', async (context) => {
  const { proxy, settings, send } = await arrange(context);
  settings.proxy = 'socks4://127.0.0.1:1';

  const before = await send();
  settings.proxy = proxy.url;

  assert.deepEqual([before, await send()], ['not sent: The proxy socks4://127.0.0.1:1 cannot be used', '200 hello']);
});

test('this machine is called without the proxy', async (context) => {
  const { proxy, send } = await arrange(context);
  const gateway = await startScriptedGateway();
  context.after(() => gateway.close());
  gateway.script('POST /x', { body: 'here' });

  assert.deepEqual([await send(`${gateway.url}/x`), proxy.tunnels], ['200 here', []]);
});

// On other systems a test cannot find what the system trusts.
const onLinux = { skip: process.platform !== 'linux' && 'the system reads no SSL_CERT_FILE' };

for (const [systemCertificates, expected] of [
  [true, /^200 hello$/],
  [false, /^not sent: .*certificate/],
] as const) {
  test(`the certificates of the system are used: ${systemCertificates}`, onLinux, async (context) => {
    const { proxy } = await arrange(context);
    const module = (path: string): string =>
      JSON.stringify(new URL(`../../../../src/node/network/${path}`, import.meta.url));
    const script = `
      import { createDispatchers } from ${module('dispatchers.ts')};
      import { exchange } from ${module('exchange.ts')};
      import { plainNetwork } from ${module('network.ts')};
      const network = () => ({ ...plainNetwork, proxy: '${proxy.url}', systemCertificates: ${systemCertificates} });
      const dispatchers = createDispatchers({ connectTimeoutMs: 60_000, network });
      const said = [];
      const sink = { head: (status) => said.push(status), data: (chunk) => void said.push(chunk) };
      const call = { url: new URL('https://gateway.example.com/'), method: 'GET', headers: {}, headersTimeoutMs: 60_000, idleTimeoutMs: 60_000 };
      const outcome = await exchange(dispatchers.named, call, { sink, signal: new AbortController().signal });
      console.log(outcome.ok ? said.join(' ') : 'not sent: ' + outcome.error.message);
      dispatchers.dispose();`;
    const SSL_CERT_FILE = fileURLToPath(new URL('../../../fixtures/tls/cert.pem', import.meta.url));
    const env = { ...process.env, SSL_CERT_FILE };

    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });

    assert.match(stdout.trim(), expected);
  });
}
