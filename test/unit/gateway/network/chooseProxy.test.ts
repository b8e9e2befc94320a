import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseProxy } from '../../../../src/gateway/network/hosts.ts';
import type { Environment, NetworkSettings } from '../../../../src/gateway/network/network.ts';

type Settings = Pick<NetworkSettings, 'proxySupport' | 'proxy' | 'noProxy'>;

const corporate = 'http://proxy.corp:3128';
const set = (proxy: string | null, noProxy: readonly string[] = []): Settings => ({
  proxySupport: 'on',
  proxy,
  noProxy,
});
const none = set(null);

const rows: readonly (readonly [url: string, settings: Settings, environment: Environment, expected: string])[] = [
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
  // Environment
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
  ['https://10.1.2.3/v1', set(corporate, ['10.1.2.3']), {}, 'direct'],
  ['https://10.1.2.3/v1', set(corporate, ['2.3']), {}, corporate],
  ['https://[fd00::1]/v1', set(corporate, ['[fd00::1]']), {}, 'direct'],
  ['https://[fd00::1]:8443/v1', set(corporate, ['[fd00::1]:8443']), {}, 'direct'],
  ['https://[fd00::1]/v1', set(corporate, ['fd00::/8']), {}, 'direct'],
  ['https://gateway.example.com/v1', set(corporate, ['', ' ', '.']), {}, corporate],
];

for (const [url, settings, environment, expected] of rows) {
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
