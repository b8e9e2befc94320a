import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { hideSecrets, listSecrets } from '../../../src/gateway/hideSecrets.ts';
import { buildSecretPattern } from '../../../src/gateway/secretPattern.ts';
import { countPatternSteps } from '../../support/patternSteps.ts';
import * as fc from '../../support/fastCheck.ts';

const secrets = ['gw/0123456789', 'gw/0123456789/more', '1234567890'];

const nest = (text: string): string => `${'['.repeat(50_000)}"${text}"${']'.repeat(50_000)}`;

const rows: readonly (readonly [what: string, before: unknown, after: unknown])[] = [
  ['a text', 'token gw/0123456789!', 'token …!'],
  ['bytes that are text', Buffer.from('token gw/0123456789!'), Buffer.from('token …!')],
  ['the longer of two secrets', 'gw/0123456789/more', '…'],
  ['escapes of JSON', String.raw`bad gw\/012\u0033456789`, 'bad …'],
  ['escapes of JSON in a string of JSON', String.raw`bad gw\\/012\\u0033456789`, 'bad …'],
  [
    'JSON, which stays JSON',
    Buffer.from('{"id":1234567890,"a":"1234567890"}'),
    Buffer.from('{"id":1234567890,"a":"…"}'),
  ],
  [
    'each string and name of data',
    { a: ['gw/0123456789', 1, null], 'gw/0123456789': true },
    { a: ['…', 1, null], '…': true },
  ],
  ['JSON that is nested too deeply for a walk', Buffer.from(nest('gw/0123456789')), Buffer.from(nest('…'))],
];

for (const [what, before, after] of rows) {
  test(`secrets are replaced in ${what}`, () => {
    assert.deepEqual(hideSecrets(before, secrets), after);
  });
}

const hex = (character: string): string => character.charCodeAt(0).toString(16);
const writeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What programs make of a text before they put it into a response. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  JSON: writeJson,
  'JSON with escaped slashes': (text) => writeJson(text).replaceAll('/', String.raw`\/`),
  'JSON of ASCII letters alone': (text) => text.replace(/[^]/g, (each) => String.raw`\u${hex(each).padStart(4, '0')}`),
  'JSON for pages': (text) => writeJson(text).replace(/[<>&]/g, (each) => String.raw`\u00${hex(each)}`),
  'a URL': encodeURIComponent,
  'a URL in small letters': (text) => encodeURIComponent(text).toLowerCase(),
  HTML: (text) =>
    text.replace(/[&<>"']/g, (each) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[each] ?? '#39'};`),
  'HTML with numbers': (text) => text.replace(/[^\w]/g, (each) => `&#x${hex(each)};`),
};

test('a secret is found however it is spelled, also in JSON in a string of JSON', () => {
  const secret = fc
    .string({ minLength: 8, maxLength: 30, unit: 'grapheme-ascii' })
    .filter((text) => /^[^\\].*[^\\]$/.test(text));
  const way = fc.constantFrom(...Object.entries(spellings));
  fc.assert(
    fc.property(secret, way, fc.nat({ max: 3 }), (secret, [, spell], depth) => {
      let text = spell(secret);
      for (let left = depth; left > 0; left -= 1) text = writeJson(text);

      assert.match(hideSecrets(`<${text}>`, [secret]), /^<\\*….?\\*>$/);
    }),
  );
});

test('a response takes no steps of its own for each escape', async () => {
  const thread = new Worker(new URL('escapeThread.ts', import.meta.url));
  const [findings] = (await once(thread, 'message')) as [readonly string[]];
  await thread.terminate();

  assert.deepEqual(findings, []);
});

test('the search for secrets takes steps in proportion to the text', () => {
  const [secret] = secrets as [string];
  const pattern = buildSecretPattern(secrets);
  const pumps = ['\\', String.raw`\/`, String.raw`g\\`, 'g', '&', '%25', String.raw`\u005c`, secret.slice(0, -1), '%'];
  const counts = pumps.map((pump) => [50, 100, 200].map((times) => countPatternSteps(pattern, pump.repeat(times))));
  for (const [at, [few = 0, more = 0, most = 0]] of counts.entries())
    assert.ok(more < 2.2 * few && most < 2.2 * more, `${pumps[at]}: ${few}, ${more}, ${most}`);
});

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
