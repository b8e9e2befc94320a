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
