import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineFinder } from '../../../../../src/core/support/text/lineFinder.ts';

test('each offset belongs to the line that contains it, including its line break', () => {
  const text = 'a\n\nbc\n';
  const lineOf = createLineFinder(text);
  assert.deepEqual(
    Array.from({ length: text.length + 1 }, (_, offset) => lineOf(offset)),
    [0, 0, 1, 2, 2, 2, 3],
  );
});

test('a text that starts with a line break has an empty first line', () => {
  const lineOf = createLineFinder('\na');
  assert.deepEqual([0, 1, 2].map(lineOf), [0, 1, 1]);
});
