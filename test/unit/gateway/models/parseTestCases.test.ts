import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseTestCases } from '../../../../src/gateway/models/parseTestCases.ts';
import * as fc from '../../../support/fastCheck.ts';

const read = (value: unknown) => parseTestCases(JSON.stringify(value))?.samples;

const body = { prompt: 'A door', size: '2K' };
const plain = { title: null, model: 'a', endpoint: null, body };

const shapes: readonly (readonly [title: string, cases: unknown])[] = [
  ['a map by model', { a: body }],
  ['a map from model to several payloads', { a: [body] }],
  ['a map from model to wrapped payloads', { a: { payload: body } }],
  ['an array of payloads', [{ model: 'a', ...body }]],
  ['an array of bodies', [{ model: 'a', body }]],
  ['an array of requests', [{ modelId: 'a', request: { model: 'a', ...body } }]],
  ['an array under cases', { cases: [{ model: 'a', payload: body }] }],
];

describe('test cases', () => {
  for (const [title, cases] of shapes) {
    test(`are read from ${title}`, () => assert.deepEqual(read(cases), [plain]));
  }

  test('keep their title and their endpoint', () => {
    const cases = [{ name: 'Door', model: 'a', endpoint: 'POST /v1/images/generations#x', payload: body }];
    assert.deepEqual(read(cases), [{ ...plain, title: 'Door', endpoint: '/v1/images/generations' }]);
  });

  test('keep every digit of a seed', () => {
    assert.deepEqual(parseTestCases('[{"model":"a","body":{"seed":12345678901234567890}}]')?.samples[0]?.body, {
      seed: 12345678901234567890n,
    });
  });

  test('leave out what is not a payload, and media that no field reads', () => {
    const large = { image: `data:image/png;base64,${'A'.repeat(30_000)}` };
    assert.deepEqual(read([{ model: 'a', body: large }, { model: 'a' }, 7, null]), []);
  });

  test('are not what text, numbers and web pages are', () => {
    assert.deepEqual(
      ['', '<html>', '7', '"x"', 'null'].map((text) => parseTestCases(text)),
      [null, null, null, null, null],
    );
  });

  test('never throw, whatever the JSON', () => {
    fc.assert(fc.property(fc.json(), (json) => void parseTestCases(json)));
  });
});
