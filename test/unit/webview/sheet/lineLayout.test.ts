import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GridLine } from '../../../../src/webview/sheet/grid.ts';
import { layOut, linesToShow, offsetOfLine } from '../../../../src/webview/sheet/lineLayout.ts';
import { array, assert as check, boolean, integer, property } from '../../../support/fastCheck.ts';

const heading: GridLine = { kind: 'heading', text: 'x' };
const cells: GridLine = { kind: 'cells', label: null, cells: [] };
const heights = { heading: 30, cells: 100 };

test('each line begins where the one above ends', () => {
  const layout = layOut([heading, cells, cells], heights);
  assert.deepEqual(
    [layout.height, [0, 1, 2].map((line) => offsetOfLine(layout, line))],
    [
      230,
      [
        { top: 0, height: 30 },
        { top: 30, height: 100 },
        { top: 130, height: 100 },
      ],
    ],
  );
});

test('two lines on each side of the visible ones have an element, too', () => {
  const layout = layOut(
    Array.from({ length: 50 }, () => cells),
    heights,
  );
  const shown = [0, 999, 1000, 1450, 2900, 4500].map((offset) => linesToShow(layout, offset, 500));
  assert.deepEqual(
    shown.map(({ start, end }) => [start, end]),
    [
      [0, 8],
      [7, 17],
      [8, 18],
      [12, 22],
      [27, 37],
      [43, 50],
    ],
  );
});

test('each visible line has an element, and their number depends on the length of the view only', () => {
  check(
    property(array(boolean(), { maxLength: 400 }), integer({ min: 0, max: 9000 }), (kinds, offset) => {
      const layout = layOut(
        kinds.map((isHeading) => (isHeading ? heading : cells)),
        heights,
      );
      const { start, end } = linesToShow(layout, offset, 500);
      assert.ok(start >= 0 && start <= end && end <= kinds.length && end - start <= 500 / 30 + 7);
      const lineAt = (position: number): number => layout.tops.findLastIndex((top) => top <= position);
      assert.deepEqual(
        [start, end],
        [lineAt(offset) - 2, lineAt(offset + 500) + 3].map((line) => Math.min(Math.max(line, 0), kinds.length)),
      );
      for (const line of kinds.keys()) {
        const { top, height } = offsetOfLine(layout, line);
        if (top < offset + 500 && top + height > offset) assert.ok(line >= start && line < end);
      }
    }),
  );
});
