import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from '../../../../../src/core/support/text/cutText.ts';

test('a long text is cut, a short one is not', () => {
  assert.deepEqual([cutText('abcd', 3), cutText('abc', 3)], ['abc…', 'abc']);
});

test('no character is cut in two', () => {
  assert.deepEqual([cutText('ab😀d', 3), cutText('ab😀d', 4)], ['ab…', 'ab😀…']);
});
