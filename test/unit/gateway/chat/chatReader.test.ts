import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from '../../../support/fastCheck.ts';
import { delta, png, project, read, said, sse, stop, testRows } from './chatRows.ts';

testRows('chat', [
  {
    title: 'an event that is named and no JSON',
    body: 'event: error\ndata: upstream gone\n\n',
    expected: { kind: 'failed', code: null, message: 'upstream gone', text: '' },
  },
  { title: 'a page', body: '<html><title>Welcome</title></html>', expected: { kind: 'other' } },
  { title: 'words', body: 'event horizon', expected: { kind: 'other' } },
  { title: 'nothing', body: '', expected: { kind: 'other' } },
  { title: 'a stream without content', body: ': hello\n\n', expected: { kind: 'other' } },
  { title: 'an acknowledgement', body: '{"id":"t1","status":"queued"}', expected: { kind: 'other' } },
  {
    title: 'a stream that breaks off in the middle of a word',
    isWhole: false,
    body: sse(delta('Once '), delta('upon')).slice(0, -20),
    expected: { kind: 'broken-off', text: 'Once ' },
  },
  {
    title: 'a stream that breaks off inside an image',
    isWhole: false,
    body: sse(delta('Look: ![](data:image/png;base64,AAAA')),
    expected: { kind: 'broken-off', text: 'Look: ' },
  },
  {
    title: 'a stream that breaks off after its last word',
    isWhole: false,
    body: sse(delta('All of it'), stop),
    expected: said('All of it'),
  },
  {
    title: 'a stream that breaks off after the requested image, inside another one',
    takesLinks: true,
    isWhole: false,
    body: sse(delta(`![](${png}) and ![](data:image/png;base64,AAAA`)),
    expected: {
      text: 'and',
      sources: ['6 bytes image/png', { markdown: '![](genwright-result:1) and\n' }],
      amountUsd: null,
      cut: ['cut-short', ''],
    },
  },
  {
    title: 'a stream that fails after the requested image',
    takesLinks: true,
    body: sse(delta(`![](${png})`), { error: { message: 'overloaded' } }),
    expected: { text: null, sources: ['6 bytes image/png'], amountUsd: null, cut: ['cut-short', 'overloaded'] },
  },
  {
    title: 'an image after an exclamation',
    takesLinks: true,
    body: sse(delta(`Look! ![](${png}) Here!`), stop),
    expected: {
      text: 'Look!  Here!',
      sources: ['6 bytes image/png', { markdown: 'Look! ![](genwright-result:1) Here!\n' }],
      amountUsd: null,
    },
  },
  {
    title: 'JSON that breaks off',
    isWhole: false,
    body: '{"choices":[{"mess',
    expected: { kind: 'broken-off', text: '' },
  },
]);

test('a byte order mark before a response is skipped', () => {
  for (const text of [sse(delta('Hi'), stop), JSON.stringify({ choices: [{ message: { content: 'Hi' } }] })]) {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);

    assert.deepEqual(project(read(body)), said('Hi'));
    assert.deepEqual(project(read(body, { step: 1 })), said('Hi'));
  }
});

test('an image of 30 MB in one line is read, however it is cut into pieces', () => {
  const bytes = Buffer.alloc(30 * 1024 * 1024, 7);
  const url = `data:image/png;base64,${bytes.toString('base64')}`;
  const inOne = sse(delta(`![](${url})`), stop);
  const inMany = sse(...(`![](${url})`.match(/[^]{1,4000}/g) ?? []).map((piece) => delta(piece)), stop);

  const expected = { text: null, sources: [`${bytes.length} bytes image/png`], amountUsd: null };
  assert.deepEqual(project(read(inOne, { step: 16 * 1024 })), expected);
  assert.deepEqual(project(read(inMany, { step: 64 * 1024 })), expected);
});

test('any bytes are read without a throw, complete or interrupted', () => {
  const words = [
    'data: ',
    'event: ',
    'error',
    '\n\n',
    '\r\n',
    '{"choices":[{"delta":{"content":"![](data:',
    '"}}]}',
    '[DONE]',
    '{',
    'null',
    '🌊',
  ];
  const piece = fc.oneof(fc.constantFrom(...words), fc.string(), fc.json());
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), fc.integer({ min: 1, max: 9 }), (pieces, isWhole, step) => {
      const end = read(pieces.join(''), { isWhole, step, takesLinks: true });
      return ['result', 'failed', 'broken-off', 'other'].includes(end.kind);
    }),
  );
});
