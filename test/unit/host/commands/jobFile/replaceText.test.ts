import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from '../../../../support/fastCheck.ts';

await import('../../fakes/fakeVscode.ts');
const { findSmallestChange } = await import('../../../../../src/host/commands/jobFile/replaceText.ts');

test('only the difference is replaced', () => {
  assert.deepEqual(
    [
      findSmallestChange('seed: 7\n', 'seed: 8\n'),
      findSmallestChange('a\nc\n', 'a\nb\nc\n'),
      findSmallestChange('a\r\nb', 'a\r\r\nb'),
      findSmallestChange('x🌅', 'x🌆'),
      findSmallestChange('same', 'same'),
      findSmallestChange('aaa', 'aa'),
    ],
    [
      { start: 6, end: 7, insert: '8' },
      { start: 2, end: 2, insert: 'b\n' },
      { start: 1, end: 1, insert: '\r' },
      { start: 1, end: 3, insert: '🌆' },
      { start: 4, end: 4, insert: '' },
      { start: 2, end: 3, insert: '' },
    ],
  );
});

test('the change leads from any string to any other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '\r\n', '\n', '\r', '🌅', '🌆'), { maxLength: 8 })
    .map((each) => each.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { start, end, insert } = findSmallestChange(before, after);
      assert.equal(before.slice(0, start) + insert + before.slice(end), after);
      const pairs = [start, end].map((at) => before.slice(Math.max(0, at - 1), at + 1));
      assert.ok(pairs.every((pair) => !/^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(pair)));
      assert.doesNotMatch(insert, /^[\udc00-\udfff]|[\ud800-\udbff]$/);
    }),
  );
});
