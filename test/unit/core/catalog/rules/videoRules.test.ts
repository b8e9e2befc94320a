import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRules } from '../../../../../src/core/catalog/checkRules.ts';
import { fullHdLength, imageToVideoOnly } from '../../../../../src/core/catalog/rules/videoRules.ts';
import { stringifyJson, type JsonObject } from '../../../../../src/core/support/json/json.ts';

/** Whether the rule is broken. The values of `pending` fields are given by an expression later. */
function isBroken(values: JsonObject, pending: readonly string[] = []): boolean {
  const present = new Set([...Object.keys(values), ...pending]);
  return checkRules([imageToVideoOnly('metadata.first_frame_image')], { present, values }).length > 0;
}

const prompt = 'The waves begin to move';

const rejected: readonly (readonly [what: string, values: JsonObject])[] = [
  ['text alone', { prompt }],
  ['an empty body', {}],
  ['an address that is only mentioned in the text', { prompt: 'https://example.com/a.png' }],
  ['an empty image', { prompt, metadata: { first_frame_image: ' ' } }],
  ['an empty list of images', { prompt, images: [] }],
  ['no image', { prompt, metadata: { first_frame_image: null } }],
  ['other settings', { prompt, duration: 6, metadata: { resolution: '720p' } }],
];

for (const [what, values] of rejected) {
  test(`${what} makes no video from an image`, () => assert.equal(isBroken(values), true));
}

const taken: readonly (readonly [what: string, values: JsonObject])[] = [
  ['a first frame', { prompt, metadata: { first_frame_image: 'https://example.com/a.png' } }],
  ['a local file', { prompt, images: ['harbor.png'] }],
  ['an image in a field that other models have', { prompt, image: { url: 'harbor.png' } }],
  ['an address in an unknown field', { prompt, metadata: { start: 'asset://a1' } }],
];

for (const [what, values] of taken) {
  test(`${what} is accepted as the start image`, () => assert.equal(isBroken(values), false));
}

test('a value that is not known yet may be the image', () => assert.equal(isBroken({ prompt }, ['metadata']), false));

test('a prompt that is not known yet is a text anyway', () => assert.equal(isBroken({}, ['prompt']), true));

test('the problem is an error at the present field, and names the usual field', () => {
  const faults = checkRules([imageToVideoOnly('images')], { present: new Set(['prompt']), values: { prompt } });
  assert.deepEqual(faults, [
    {
      code: 'rule-broken',
      source: 'specification',
      fields: ['prompt'],
      name: 'image-to-video-only',
      args: { path: 'images' },
    },
  ]);
});

const lengths: readonly (readonly [values: JsonObject, faults: number])[] = [
  [{ size: '1080p', duration: 10 }, 1],
  [{ size: '1080p', duration: 10n }, 1],
  [{ size: '1080p', duration: 6 }, 0],
  [{ size: '768p', duration: 10 }, 0],
  [{ size: '1080p' }, 0],
  [{ duration: 10 }, 0],
  [{ size: ['1080p'], duration: '10' }, 0],
];

for (const [values, count] of lengths) {
  const title = Object.entries(values).map(([name, value]) => `${name} ${stringifyJson(value)}`);
  test(`${title.join(' and ')} ${count > 0 ? 'do not go together' : 'may stay'}`, () => {
    const faults = checkRules([fullHdLength], { present: new Set(Object.keys(values)), values });
    assert.deepEqual(
      faults.map(({ code, source }) => [code, source]),
      Array.from({ length: count }, () => ['rule-broken', 'observed']),
    );
  });
}
