import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineEndAt, lineStartAt, nextLineAt } from '../../../../../src/core/support/text/lines.ts';

/** Returns the start of the line of an offset, its end, and the start of the next line. */
const linesAt = (text: string, ...offsets: readonly number[]): readonly (readonly number[])[] =>
  offsets.map((offset) => {
    const end = lineEndAt(text, offset);
    return [lineStartAt(text, offset), end, nextLineAt(text, end)];
  });

test('a line ends before its line break, and the last one at the end of the text', () => {
  assert.deepEqual(linesAt('ab\r\nc', 0, 2, 4, 5), [
    [0, 2, 4],
    [0, 2, 4],
    [4, 5, 5],
    [4, 5, 5],
  ]);
});

test('the line of an offset inside a line break ends there', () => {
  assert.deepEqual(linesAt('a\r\nb', 2), [[0, 2, 3]]);
});

test('an empty first line ends where it starts', () => {
  assert.deepEqual(linesAt('\nab', 0, 1), [
    [0, 0, 1],
    [1, 3, 3],
  ]);
});

test('a byte order mark is before the first line', () => {
  assert.deepEqual(linesAt('\ufeffa\nb', 0, 1, 3), [
    [0, 2, 3],
    [1, 2, 3],
    [3, 4, 4],
  ]);
});
