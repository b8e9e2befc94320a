import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hideInNames,
  isDigest,
  digestOf,
  recordMessage,
  recordRequest,
  recordText,
  toNameText,
} from '../../../../src/core/jobFile/recordRequest.ts';
import type { FromEnv } from '../../../../src/core/jobFile/request.ts';
import type { JsonObject, JsonValue } from '../../../../src/core/support/json/json.ts';

const sha256 = (text: string): string => `<${text}>`;

/** Returns the recorded body of a request. */
function record(recordBody: JsonObject, paths: FromEnv['paths'] = []): JsonValue {
  const fromEnv: FromEnv = { paths, values: [] };
  return recordRequest({ model: 'm', axes: {}, inputs: [], recordBody, fromEnv }, sha256).request;
}

const strings: readonly (readonly [what: string, text: string, recorded: string])[] = [
  ['plain text', 'A door? #1', 'A door? #1'],
  ['a URL', 'https://a.example/b.png', 'https://a.example/b.png'],
  ['the query of a URL', 'https://a.example/b.png?signature=x', 'https://a.example/b.png'],
  ['the fragment of a URL', 'https://a.example/b.png#x', 'https://a.example/b.png'],
  ['a user name and a password', 'https://me:secret@a.example/b', 'https://a.example/b'],
  ['a URL with spaces before it', '  https://a.example/?x', '  https://a.example/'],
  ['each URL of a text that begins with one', 'https://a/?x and https://b/?y', 'https://a/ and https://b/'],
  ['a URL inside a text', 'see https://a/?x', 'see https://a/?x'],
  ['a URL without slashes', 'asset:12?x', 'asset:12'],
  ['a word before a colon', 'note: what?', 'note: what?'],
  ['any scheme', 'ftp://a/?x', 'ftp://a/'],
  ['a data URI', 'data:image/png;base64,AA==', 'sha256:<data:image/png;base64,AA==>'],
  ['a data URI without a subtype', 'data:image;base64,AA', 'sha256:<data:image;base64,AA>'],
  ['a data URI without a media type', 'data:,hello', 'sha256:<data:,hello>'],
  ['a data URI in upper case', ' DATA:text/plain,a', 'sha256:< DATA:text/plain,a>'],
  ['a text that begins with "data:"', 'data: 5 of 7', 'data: 5 of 7'],
];

for (const [what, text, recorded] of strings) {
  test(`${what} is recorded as "${recorded}"`, () => assert.deepEqual(record({ a: text }), { a: recorded }));
}

test('strings are recorded the same way at every level, and in keys', () => {
  assert.deepEqual(record({ a: [{ 'https://a/?x': 'https://b/?y' }, 5, null, true] }), {
    a: [{ 'https://a/': 'https://b/' }, 5, null, true],
  });
});

test('a value from the environment is recorded by its hash, with all strings below it', () => {
  const body = { prompt: 'Bergen', list: ['a', { b: 'Oslo', n: 5 }], other: 'Bergen' };
  assert.deepEqual(
    record(body, [
      ['request', 'prompt'],
      ['request', 'list', 1],
    ]),
    {
      prompt: 'sha256:<Bergen>',
      list: ['a', { 'sha256:<b>': 'sha256:<Oslo>', 'sha256:<n>': 5 }],
      other: 'Bergen',
    },
  );
});

test('a path that does not exist hides nothing', () => {
  const body = { prompt: 'Bergen' };
  assert.deepEqual(
    record(body, [
      ['request', 'title'],
      ['request', 'prompt', 'x'],
      ['inputs', 0, 'path'],
    ]),
    body,
  );
});

test('model, axes and inputs are recorded like the body', () => {
  const parts = {
    model: 'secret-model',
    axes: { city: 'Bergen', size: '2K' },
    inputs: [
      { path: 'a.png', sha256: 'aa' },
      { path: 'b.png', sha256: 'bb' },
    ],
    recordBody: { image: 'sha256:aa' },
    fromEnv: { paths: [['model'], ['axes', 'city'], ['inputs', 1, 'path']], values: [] },
  };
  assert.deepEqual(recordRequest(parts, sha256), {
    model: 'sha256:<secret-model>',
    axes: { city: 'sha256:<Bergen>', size: '2K' },
    inputs: [
      { path: 'a.png', sha256: 'aa' },
      { path: 'sha256:<b.png>', sha256: 'bb' },
    ],
    request: { image: 'sha256:aa' },
  });
});

const fromEnv: FromEnv = { paths: [], values: ['Bergen', 'Bergen harbor', 'abc', 'Rome'] };

test('a text of a result is recorded by its hash if it repeats a value, has a query or is a data URI', () => {
  const recorded = (text: string | null, env: FromEnv | undefined = fromEnv) =>
    recordText(text, { fromEnv: env, sha256 });
  assert.deepEqual(
    [recorded(null), recorded('Oslo'), recorded('from Bergen'), recorded('https://a/?x'), recorded('data:,x')],
    [null, 'Oslo', 'sha256:<from Bergen>', 'sha256:<https://a/?x>', 'sha256:<data:,x>'],
  );
  assert.deepEqual([recorded('abc'), recorded('')], ['abc', '']);
  assert.equal(recordText('from Bergen', { fromEnv: undefined, sha256 }), 'from Bergen');
});

test('a message is recorded without values from the environment, longer ones first', () => {
  assert.equal(recordMessage('Not found: Bergen harbor, Rome, abc', { fromEnv, sha256 }), 'Not found: …, …, abc');
});

test('values from the environment are hidden in names before a filter can change them', () => {
  const values: Readonly<Record<string, JsonValue>> = { title: 'In Bergen', list: ['Bergen', 5] };
  const resolvePath = hideInNames(([name = '']) => values[name], fromEnv);
  assert.deepEqual(
    [resolvePath(['title']), resolvePath(['list']), resolvePath(['absent'])],
    ['In …', ['…', 5], undefined],
  );
});

test('a part of a name has neither queries nor data URIs', () => {
  assert.deepEqual(
    [
      toNameText('A door?'),
      toNameText('https://a/b?x'),
      toNameText('data:,x'),
      toNameText(['data:,x', 1]),
      toNameText(null),
    ],
    ['A door?', 'https://a/b', '', '["",1]', ''],
  );
});

test('a digest is recognized by its form', () => {
  const hash = 'a1'.repeat(32);
  assert.equal(digestOf(hash), `sha256:${hash}`);
  assert.deepEqual(
    [digestOf(hash), `sha256:${hash}0`, `sha256:${hash.toUpperCase()}`, hash, ` ${digestOf(hash)}`, null].map(isDigest),
    [true, false, false, false, false, false],
  );
});
