import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHop, isPublicAddress } from '../../../../src/gateway/network/hosts.ts';

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
  const addresses = [
    '8.8.8.8',
    '172.32.0.1',
    '2606:4700::1111',
    '10.0.0.1',
    '100.64.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    '::10.0.0.1',
    '2001::a00:1',
    'example.com',
  ];

  assert.deepEqual(addresses.filter(isPublicAddress), ['8.8.8.8', '172.32.0.1', '2606:4700::1111']);
});
