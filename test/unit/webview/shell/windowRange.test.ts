import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetToShow, windowRange } from '../../../../src/webview/shell/windowRange.ts';

const view = { offset: 0, length: 800, pitch: 80, count: 10_000 };

test('only items in view and a few next to them get an element, wherever the strip is', () => {
  const ranges = [0, 400_000, 799_200].map((offset) => windowRange({ ...view, offset }));
  assert.deepEqual(ranges, [
    { start: 0, end: 16 },
    { start: 4994, end: 5016 },
    { start: 9984, end: 10_000 },
  ]);
});

test('an empty strip has no items', () => {
  assert.deepEqual(windowRange({ ...view, count: 0 }), { start: 0, end: 0 });
});

test('the strip moves no further than needed to show an item', () => {
  const offsets = [3, 12, 25].map((index) => offsetToShow({ ...view, offset: 800 }, index));
  assert.deepEqual(offsets, [240, 800, 1280]);
});
