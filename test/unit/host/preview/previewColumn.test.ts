import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePreviewColumn, type EditorGroup } from '../../../../src/host/preview/previewColumn.ts';

/**
 * Selects a column. Groups are written from left to right as `text`, `preview` or `empty`, and the active one has a
 * star.
 */
function choose(layout: string, home?: number): number | null {
  const kinds = { text: 'other', preview: 'preview', empty: 'nothing' } as const;
  const groups = layout.split(' ').map((word, index): EditorGroup => ({
    column: index + 1,
    isActive: word.endsWith('*'),
    shows: kinds[word.replace('*', '') as keyof typeof kinds],
  }));
  return choosePreviewColumn(groups, home);
}

test('the first preview opens beside the active group, whatever the other groups show', () => {
  assert.deepEqual(
    ['text*', 'text* text', 'text text*', 'text text* text'].map((layout) => choose(layout)),
    [null, null, null, null],
  );
});

test('the first preview uses an empty group, also the active one', () => {
  assert.deepEqual(
    ['empty*', 'text* empty', 'empty text text*'].map((layout) => choose(layout)),
    [1, 2, 1],
  );
});

test('previews share a column', () => {
  assert.deepEqual(
    [choose('text* preview', 2), choose('preview text*', 1), choose('text* text text', 3), choose('text preview*', 2)],
    [2, 1, 3, 2],
  );
});

test('a preview leaves the column in which the user types, for one with a preview, an empty one, or any other', () => {
  assert.deepEqual(
    [
      choose('text text*', 2),
      choose('text text* preview', 2),
      choose('text text* empty', 2),
      choose('text empty text* preview', 3),
      choose('preview text* text', 2),
    ],
    [1, 3, 3, 4, 1],
  );
});

test('a preview opens beside the only group if the user types there', () => {
  assert.equal(choose('text*', 1), null);
});
