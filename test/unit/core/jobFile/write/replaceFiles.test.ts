import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../../../../src/core/catalog/field.ts';
import { replaceFiles, replaceFileTexts } from '../../../../../src/core/jobFile/write/replaceFiles.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/support/json/json.ts';

const string = { kind: 'string' } as const;
const fields: readonly Field[] = [
  { name: 'prompt', type: string, description: '' },
  { name: 'picture', aliases: ['pic'], isMedia: true, type: string, description: '' },
  {
    name: 'parts',
    description: '',
    type: {
      kind: 'array',
      items: { kind: 'object', fields: [{ name: 'cover', isMedia: true, type: string, description: '' }] },
    },
  },
];

const replace = (values: JsonObject): JsonObject => replaceFiles(values, [{ fields }]);

const cases: readonly (readonly [what: string, values: JsonObject, replaced: JsonObject])[] = [
  ['a path in a media field', { picture: 'secret.png' }, { picture: 'https://example.com/your-file' }],
  ['a path under an alias', { pic: '/etc/passwd' }, { pic: 'https://example.com/your-file' }],
  ['a path in a field with a name for images', { image: 'a.png' }, { image: 'https://example.com/your-image.png' }],
  ['a path in a field with a name for audio', { audio_url: 'a' }, { audio_url: 'https://example.com/your-audio.mp3' }],
  [
    'paths in a list',
    { video_list: ['a', 'https://b/c.mp4'] },
    { video_list: ['https://example.com/your-video.mp4', 'https://b/c.mp4'] },
  ],
  ['a URL without TLS', { image: 'http://a/b.png' }, { image: 'https://example.com/your-image.png' }],
  ['a data URI', { image: 'data:image/png;base64,AA' }, { image: 'https://example.com/your-image.png' }],
  ['an https URL in any case', { image: 'HTTPS://a/b.png' }, { image: 'HTTPS://a/b.png' }],
  ['an empty string in a media field', { image: ' ' }, { image: ' ' }],
  [
    'a path in a media member',
    { parts: [{ cover: 'a.png', name: 'a.png' }] },
    { parts: [{ cover: 'https://example.com/your-file', name: 'a.png' }] },
  ],
  ['a path in another field', { prompt: 'a.png' }, { prompt: 'a.png' }],
  ['file:// in another field', { prompt: 'file:///etc/passwd' }, { prompt: 'Your text' }],
  ['file:// inside a text', { prompt: 'see file:///etc/passwd' }, { prompt: 'see file:///etc/passwd' }],
  ['file:// in an unknown field, at any depth', { extra: [{ a: 'file://a' }] }, { extra: [{ a: 'Your text' }] }],
  [
    'file:// under request, which is sent as it is',
    { request: { a: 'file://a', image: 'b.png' } },
    { request: { a: 'file://a', image: 'b.png' } },
  ],
  ['other types', { prompt: 5, image: null, parts: [true] }, { prompt: 5, image: null, parts: [true] }],
  ['keys that YAML would merge', { '<<': { a: 1 }, prompt: { '<<': 'x', b: 1 } }, { prompt: { b: 1 } }],
  ['keys that are too long', { ['k'.repeat(500)]: 1, ['l'.repeat(501)]: 2 }, { ['k'.repeat(500)]: 1 }],
];

for (const [what, values, replaced] of cases) {
  test(`${what}: fields of a foreign job are data`, () => assert.deepEqual(replace(values), replaced));
}

test('a field is media if any of the families says so', () => {
  const other = { fields: [{ name: 'prompt', isMedia: true, type: string, description: '' }] };
  assert.deepEqual(replaceFiles({ prompt: 'a' }, [{ fields }, other]), { prompt: 'https://example.com/your-file' });
});

test('file:// alone is replaced at every level where paths are intended', () => {
  const value: JsonValue = { image: 'a.png', b: ['file://a', 5, null, { c: 'file://d' }] };
  assert.deepEqual(replaceFileTexts(value), { image: 'a.png', b: ['Your text', 5, null, { c: 'Your text' }] });
});
