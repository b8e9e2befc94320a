import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diffTexts, type DiffRow } from '../../../../src/webview/compare/diffTexts.ts';
import * as fc from '../../../support/fastCheck.ts';

/** Writes a line with its changed words in brackets. A dash is a missing line. */
function write(parts: DiffRow['first']): string {
  return parts?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('') ?? '-';
}

function diff(first: string, second: string): readonly string[] {
  return diffTexts(first, second).rows.map((row) => `${write(row.first)} | ${write(row.second)}`);
}

const textOf = (rows: readonly DiffRow[], side: 'first' | 'second'): string =>
  rows.flatMap((row) => row[side]?.map(({ text }) => text).join('') ?? []).join('\n');

describe('The difference of two texts', () => {
  test('marks the words that only one of them has', () => {
    assert.deepEqual(diff('The cat sleeps.\nThe end.', 'The dog sleeps.\nThe end.'), [
      'The [cat] sleeps. | The [dog] sleeps.',
      'The end. | The end.',
    ]);
  });

  test('shows a line that only one text has beside an empty one', () => {
    assert.deepEqual(diff('one\nthree', 'one\ntwo\nthree\n'), ['one | one', '- | [two]', 'three | three']);
  });

  test('finds words in a language without spaces', () => {
    assert.deepEqual(diff('我喜欢红色的花', '我喜欢蓝色的花'), ['我喜欢[红色]的花 | 我喜欢[蓝色]的花']);
  });

  test('is nothing between texts that differ only in how lines end', () => {
    assert.deepEqual(diff('a\r\nb\r\n', 'a\nb'), ['a | a', 'b | b']);
  });

  test('keeps every line and word of both texts', () => {
    const line = fc.array(fc.constantFrom('a', 'b', ' ', '<i>', '花'), { maxLength: 5 }).map((words) => words.join(''));
    const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => `${lines.join('\n')}.`);
    fc.assert(
      fc.property(text, text, (first, second) => {
        const { rows, isCut } = diffTexts(first, second);
        assert.deepEqual([textOf(rows, 'first'), textOf(rows, 'second'), isCut], [first, second, false]);
      }),
    );
  });

  test('compares the beginning of long texts, and says so', () => {
    const lines = Array.from({ length: 2_500 }, (_, at) => `line ${at}`).join('\n');
    const { rows, isCut } = diffTexts(lines, lines);
    assert.deepEqual([rows.length, isCut], [2_000, true]);
    assert.equal(diffTexts('x'.repeat(200_001), 'x').isCut, true);
  });

  test('shows texts with nothing in common beside each other', () => {
    const [a, b] = ['a', 'b'].map((word) => Array.from({ length: 2_000 }, (_, at) => `${word}${at}`).join('\n'));
    const { rows } = diffTexts(a ?? '', b ?? '');
    assert.deepEqual([rows.length, write(rows[1]?.first ?? null)], [2_000, '[a1]']);
  });
});
