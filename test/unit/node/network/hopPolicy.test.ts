import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHop, isPublicAddress, isPrivateName, chooseProxy } from '../../../../src/node/network/hopPolicy.ts';
import type { ProcessEnvironment, NetworkSettings } from '../../../../src/node/network/network.ts';

type Verdict = 'public' | 'named' | 'refused';

const studio = 'https://gateway.example.com';
const intranet = 'https://10.1.2.3:8443/base';
const loopback = 'http://127.0.0.1:4000';

const rows: readonly (readonly [hop: string, baseUrl: string | null, verdict: Verdict])[] = [
  ['https://cdn.example.com/a.png?sig=1', studio, 'public'],
  ['https://cdn.example.com/a.png', null, 'public'],
  ['https://gateway.example.com/files/a.png', studio, 'named'],
  ['http://gateway.example.com/files/a.png', studio, 'refused'],
  ['http://cdn.example.com/a.png', studio, 'refused'],
  ['ftp://cdn.example.com/a.png', studio, 'refused'],
  ['file:///etc/passwd', studio, 'refused'],
  ['not a url', studio, 'refused'],
  ['https://127.0.0.1/a', studio, 'refused'],
  ['https://localhost/a', studio, 'refused'],
  ['https://[::1]/a', studio, 'refused'],
  ['https://169.254.169.254/latest', studio, 'refused'],
  ['https://2130706433/a', studio, 'refused'],
  ['https://[::ffff:10.0.0.1]/a', studio, 'refused'],
  ['https://93.184.216.34/a', studio, 'public'],
  ['https://10.1.2.3/a', intranet, 'named'],
  ['https://10.1.2.4/a', intranet, 'refused'],
  ['http://127.0.0.1:5000/a', loopback, 'named'],
  ['http://localhost:5000/a', loopback, 'named'],
  ['https://10.0.0.1/a', loopback, 'refused'],
  ['https://cdn.example.com/a', loopback, 'public'],
];

for (const [hop, baseUrl, verdict] of rows) {
  test(`${hop} is ${verdict} for a profile at ${baseUrl ?? 'nowhere'}`, () => {
    const response = checkHop(hop, { baseUrl });

    assert.equal(response.ok ? (response.isNamedHost ? 'named' : 'public') : 'refused', verdict);
  });
}

test('a refusal names the host and nothing secret', () => {
  const response = checkHop('http://cdn.example.com/a.png?sig=secret', { baseUrl: studio });

  assert.deepEqual(response, { ok: false, message: 'The link to cdn.example.com is not https:' });
});

test('special-purpose addresses are not public, in whatever notation', () => {
  const publicOnes = ['8.8.8.8', '172.32.0.1', '2606:4700::1111'];
  const others = `
    10.0.0.1 100.64.0.1 172.16.0.1 192.168.1.1 198.18.0.1 0.0.0.0 224.0.0.1 255.255.255.255 :: ::1 fe80::1
    fd00::1 ff02::1 ::ffff:127.0.0.1 64:ff9b::a00:1 ::10.0.0.1 2001::a00:1 example.com`;

  assert.deepEqual([...publicOnes, ...others.trim().split(/\s+/)].filter(isPublicAddress), publicOnes);
});

const privateNames = `
  intranet Metadata nas.local nas.local. app.localhost db.localdomain files.internal metadata.cloud.internal
  metadata.cloud.example kubernetes.default.svc kubernetes.default.svc.cluster.local wiki.intranet wiki.intra
  vault.private mail.corp router.home router.lan box.home.arpa home.arpa fritz.box vault.service.consul
  gateway.test 7f000001.nip.io app-C0A80101.nip.io. www.a9fea9fe.nip.io nas.fritz.box 10.0.0.1 [::1]
  [::ffff:10.0.0.1] 127.0.0.1.nip.io app.10.0.0.1.nip.io app-192-168-1-1.sslip.io 169-254-169-254.sslip.io
  8-10-0-0-1.nip.io 172.16.3.4.anything.example.com --1.sslip.io www.fe80--1.sslip.io
  fd00-0-0-0-0-0-0-1.sslip.io`
  .trim()
  .split(/\s+/);

const publicNames = `
  example.com example.com. cdn.example.com local.example.com home.example.org intranet.example.com
  svc.example.net mylan.io notlocal.dev metadata-cdn.example.com images.fritz.box.example.com my-fritz.box
  arpa.example 93.184.216.34 [2606:4700::1111] 93.184.216.34.nip.io host-93-184-216-34.compute.example.com
  2606-4700--1111.sslip.io d111111abcdef8.cdn.example.net 7f000001.example.com 5db8d822.nip.io
  7f000001a.nip.io consul.example.com latest.example.com mytest.dev 1.2.10.example.com
  v10-0-0.cdn.example.com snapshot-2024-10-01.example.com 110-0-0-10256.example.com xn--bcher-kva.example
  r5---sn-4g5e6nz7.example.com`
  .trim()
  .split(/\s+/);

test('a name with a meaning only inside a network is distinguished from a public one', () => {
  const judge = (name: string): string => `${name} ${isPrivateName(name) ? 'private' : 'public'}`;
  assert.deepEqual([...privateNames, ...publicNames].map(judge), [
    ...privateNames.map((name) => `${name} private`),
    ...publicNames.map((name) => `${name} public`),
  ]);
});

type Settings = Pick<NetworkSettings, 'proxySupport' | 'proxy' | 'noProxy'>;

const corporate = 'http://proxy.corp:3128';
const set = (proxy: string | null, noProxy: readonly string[] = []): Settings => ({
  proxySupport: 'on',
  proxy,
  noProxy,
});
const none = set(null);

const proxyRows: readonly (readonly [
  url: string,
  settings: Settings,
  environment: ProcessEnvironment,
  expected: string,
])[] = [
  ['https://gateway.example.com/v1', none, {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate), {}, corporate],
  ['https://gateway.example.com/v1', set('proxy.corp:3128'), {}, corporate],
  ['https://gateway.example.com/v1', set('socks5://proxy.corp:1080'), {}, 'socks5://proxy.corp:1080'],
  ['https://gateway.example.com/v1', set('socks4://proxy.corp:1080'), {}, 'unusable socks4://proxy.corp:1080'],
  ['https://gateway.example.com/v1', set('http://:80:80'), {}, 'unusable http://:80:80'],
  [
    'https://gateway.example.com/v1',
    { ...set(corporate), proxySupport: 'off' },
    { HTTPS_PROXY: 'http://env' },
    'direct',
  ],
  // ProcessEnvironment
  ['https://gateway.example.com/v1', none, { HTTPS_PROXY: 'http://env:1' }, 'http://env:1'],
  [
    'https://gateway.example.com/v1',
    none,
    { https_proxy: 'http://env:1', HTTPS_PROXY: 'http://env:2' },
    'http://env:1',
  ],
  ['https://gateway.example.com/v1', none, { HTTP_PROXY: 'http://env:3' }, 'http://env:3'],
  ['https://gateway.example.com/v1', none, { http_proxy: 'http://env:3', https_proxy: '' }, 'http://env:3'],
  ['https://gateway.example.com/v1', set(corporate), { HTTPS_PROXY: 'http://env:1' }, corporate],
  ['https://gateway.example.com/v1', none, { HTTPS_PROXY: 'http://env:1', NO_PROXY: 'a.test, example.com' }, 'direct'],
  ['https://gateway.example.com/v1', none, { HTTPS_PROXY: 'http://env:1', no_proxy: 'other.com' }, 'http://env:1'],
  ['https://gateway.example.com/v1', set(corporate), { NO_PROXY: 'example.com' }, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['other.com']), { NO_PROXY: 'example.com' }, corporate],
  // This machine
  ['http://127.0.0.1:4000/v1', set(corporate), { HTTP_PROXY: 'http://env:1' }, 'direct'],
  ['http://localhost:4000/v1', set(corporate), {}, 'direct'],
  ['https://[::1]:4000/v1', set(corporate), {}, 'direct'],
  // Hosts without a proxy
  ['https://gateway.example.com/v1', set(corporate, ['*']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['gateway.example.com']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['GATEWAY.Example.com']), {}, 'direct'],
  ['https://gateway.example.com./v1', set(corporate, ['example.com']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['example.com']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['.example.com']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['*.example.com']), {}, 'direct'],
  ['https://example.com/v1', set(corporate, ['*.example.com']), {}, corporate],
  ['https://badexample.com/v1', set(corporate, ['example.com']), {}, corporate],
  ['https://gateway.example.com/v1', set(corporate, ['way.example.com']), {}, corporate],
  ['https://gateway.example.com/v1', set(corporate, ['example.com:443']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['example.com:8443']), {}, corporate],
  ['https://gateway.example.com:8443/v1', set(corporate, ['example.com:8443']), {}, 'direct'],
  ['https://10.1.2.3/v1', set(corporate, ['10.0.0.0/8']), {}, 'direct'],
  ['https://11.1.2.3/v1', set(corporate, ['10.0.0.0/8']), {}, corporate],
  ['https://10.1.2.3/v1', set(corporate, ['10.0.0.0/x']), {}, corporate],
  ['https://10.1.2.3/v1', set(corporate, ['10.1.2.3/32']), {}, 'direct'],
  ['https://10.1.2.3/v1', set(corporate, ['10.1.2.3/33']), {}, corporate],
  ['https://[fd00::1]/v1', set(corporate, ['fd00::1/128']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['gateway.example.com/8']), {}, corporate],
  ['https://10.1.2.3/v1', set(corporate, ['10.1.2.3']), {}, 'direct'],
  ['https://10.1.2.3/v1', set(corporate, ['2.3']), {}, corporate],
  ['https://[fd00::1]/v1', set(corporate, ['[fd00::1]']), {}, 'direct'],
  ['https://[fd00::1]:8443/v1', set(corporate, ['[fd00::1]:8443']), {}, 'direct'],
  ['https://[fd00::1]/v1', set(corporate, ['fd00::/8']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['', ' ', '.']), {}, corporate],
];

for (const [url, settings, environment, expected] of proxyRows) {
  test(`${url} with ${JSON.stringify([settings, environment])}: ${expected}`, () => {
    const choice = chooseProxy(new URL(url), settings, environment);

    const { kind } = choice;
    const actual = {
      direct: 'direct',
      proxy: 'url' in choice && choice.url,
      unusable: 'proxy' in choice && `unusable ${choice.proxy}`,
    };
    assert.equal(actual[kind], expected);
  });
}
