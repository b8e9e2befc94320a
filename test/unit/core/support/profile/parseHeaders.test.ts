import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listSecretNames, parseHeaders } from '../../../../../src/core/support/profile/parseHeaders.ts';

const refused: readonly (readonly [what: string, profile: { headers?: unknown; idempotencyHeader?: unknown }])[] = [
  ['no map', { headers: 'X-A: b' }],
  ['a list', { headers: ['X-A: b'] }],
  ['null', { headers: null }],
  ['no text', { headers: { 'X-A': 1 } }],
  ['an empty value', { headers: { 'X-A': '' } }],
  ['spaces around a value', { headers: { 'X-A': ' b' } }],
  ['a line feed', { headers: { 'X-A': 'b\r\nX-B: c' } }],
  ['NUL', { headers: { 'X-A': 'b\0' } }],
  ['a character beyond Latin-1', { headers: { 'X-A': '猫' } }],
  ['a long value', { headers: { 'X-A': 'b'.repeat(8_193) } }],
  ['an empty name', { headers: { '': 'b' } }],
  ['a name with a space', { headers: { 'X A': 'b' } }],
  ['a name with a colon', { headers: { 'X:A': 'b' } }],
  ...['`id`', '$HOME', "X'A", 'X!A', 'X&A', 'X|A', '%X%'].map(
    (name) => [`the name ${name}, which a shell would read`, { headers: { [name]: 'b' } }] as const,
  ),
  ['a long name', { headers: { ['x'.repeat(101)]: 'b' } }],
  ['one name twice', { headers: { 'X-A': 'b', 'x-a': 'c' } }],
  ['33 headers', { headers: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`x-${at}`, 'b'])) }],
  ['a secret with a bad name', { headers: { 'X-A': 'secret:a b' } }],
  ['a secret without a name', { headers: { 'X-A': 'secret:' } }],
  ['no name for the identity', { idempotencyHeader: '' }],
  ['an identity that is no text', { idempotencyHeader: true }],
  ['an identity that is a header too', { headers: { 'X-A': 'b' }, idempotencyHeader: 'x-a' }],
  ...[
    ['Authorization', 'HOST', 'Cookie', 'Connection', 'Transfer-Encoding', 'Content-Length', 'Content-Type'],
    ['Keep-Alive', 'Upgrade', 'TE', 'Trailer', 'Proxy-Authorization', 'proxy-connection', 'Expect', 'User-Agent'],
  ]
    .flat()
    .flatMap((name) => [
      [`the header ${name}`, { headers: { [name]: 'b' } }] as const,
      [`the identity ${name}`, { idempotencyHeader: name }] as const,
    ]),
];

describe('headers of a profile', () => {
  for (const [what, profile] of refused) {
    test(`may not have ${what}`, () => {
      assert.equal(parseHeaders(profile), null);
    });
  }

  test('are kept as they are written, with names that are properties of objects too', () => {
    const headers = { 'X-Team': 'art', 'x.token_1': 'secret:TOKEN', ['__proto__']: 'a', 'X-Same': 'secret:TOKEN' };
    const profile = { headers, idempotencyHeader: 'Idempotency-Key' };
    assert.deepEqual(parseHeaders(profile), profile);
    assert.deepEqual(listSecretNames(profile), ['TOKEN']);
  });

  test('are left out if there are none', () => {
    assert.deepEqual([parseHeaders({}), parseHeaders({ headers: {} })], [{}, {}]);
  });
});
