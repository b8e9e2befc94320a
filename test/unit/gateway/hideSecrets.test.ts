import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideSecrets, listSecrets } from '../../../src/gateway/hideSecrets.ts';

const secrets = ['gw/0123456789', 'gw/0123456789/more', '1234567890'];

const nest = (text: string): string => `${'['.repeat(50_000)}"${text}"${']'.repeat(50_000)}`;

const rows: readonly (readonly [what: string, before: unknown, after: unknown])[] = [
  ['a text', 'token gw/0123456789!', 'token …!'],
  ['bytes that are text', Buffer.from('token gw/0123456789!'), Buffer.from('token …!')],
  ['the longer of two secrets', 'gw/0123456789/more', '…'],
  ['escapes of JSON', String.raw`bad gw\/012\u0033456789`, 'bad …'],
  ['escapes of JSON in a string of JSON', String.raw`bad gw\\/012\\u0033456789`, 'bad …'],
  ['JSON, which stays JSON', '{"id":1234567890,"a":"1234567890"}', '{"id":1234567890,"a":"…"}'],
  [
    'each string and name of data',
    { a: ['gw/0123456789', 1, null], 'gw/0123456789': true },
    { a: ['…', 1, null], '…': true },
  ],
  ['JSON that is nested too deeply for a walk', nest('gw/0123456789'), nest('…')],
];

for (const [what, before, after] of rows) {
  test(`secrets are replaced in ${what}`, () => {
    assert.deepEqual(hideSecrets(before, secrets), after);
  });
}

test('what contains no secret stays the same object, and text keeps its escapes', () => {
  const values = [
    { a: ['x', { b: 'y' }] },
    Buffer.from([0xff, ...Buffer.from('gw/0123456789')]),
    String.raw`{"a": "gw\/\n\u0033"}`,
    null,
  ];
  assert.deepEqual(
    values.map((value) => hideSecrets(value, secrets) === value),
    values.map(() => true),
  );
});

test('a key that protects nothing is no secret, because it occurs in any text', () => {
  assert.deepEqual([listSecrets({ key: 'sk-1234' }), listSecrets({ key: 'sk-12345' })], [[], ['sk-12345']]);
});
