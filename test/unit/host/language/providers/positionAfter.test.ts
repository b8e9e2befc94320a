import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { positionAfter } from '../../../../../src/host/language/providers/positionAfter.ts';

const insert = (at: number, newText: string) => ({ start: at, end: at, newText });

describe('a position in the text after edits', () => {
  test('counts the lines that are added and removed before it', () => {
    const text = 'prompt: A blue door\r\nsize: 2K\r\n';
    const edits = [insert(0, 'vars:\r\n  color: blue\r\n'), { start: 10, end: 14, newText: '${{ vars.color }}' }];
    const after = 'vars:\r\n  color: blue\r\nprompt: A ${{ vars.color }} door\r\nsize: 2K\r\n';
    const places = ['color', 'vars.color', 'size'].map((name) =>
      positionAfter(text, { edits, offset: after.indexOf(name) }),
    );
    assert.deepEqual(places, [
      [1, 2],
      [2, 14],
      [3, 0],
    ]);
  });

  test('is unchanged without edits', () => {
    assert.deepEqual(positionAfter('a\nb', { edits: [], offset: 3 }), [1, 1]);
  });
});
