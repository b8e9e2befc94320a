import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fitZoom,
  fromRelative,
  settleZoom,
  toRelative,
  zoomAround,
} from '../../../../../src/webview/media/image/zoom.ts';

const stage = { width: 424, height: 224 };

test('a large image is made to fit with a margin and is in the middle', () => {
  assert.deepEqual(fitZoom({ width: 800, height: 800 }, stage), { scale: 0.25, x: 112, y: 12 });
});

test('a small image is not enlarged', () => {
  assert.deepEqual(fitZoom({ width: 100, height: 50 }, stage), { scale: 1, x: 162, y: 87 });
});

test('zooming keeps the pixel at the pointer where it is', () => {
  const zoomed = zoomAround({ scale: 1, x: 20, y: 10 }, 2, { x: 120, y: 60 });
  assert.deepEqual(zoomed, { scale: 2, x: -80, y: -40 });
});

test('images of different sizes show the same part', () => {
  const [large, small] = [
    { width: 1600, height: 800 },
    { width: 400, height: 200 },
  ];
  const zoom = settleZoom({ scale: 1, x: -900, y: -300 }, large, stage);
  const other = fromRelative(toRelative(zoom, large, stage), small, stage);
  assert.deepEqual(
    [zoom, other],
    [
      { scale: 1, x: -900, y: -300 },
      { scale: 4, x: -900, y: -300 },
    ],
  );
});

test('zooming ends at thirty-two times and at a fiftieth', () => {
  const scales = [1e6, 1e-6].map((factor) => zoomAround({ scale: 1, x: 0, y: 0 }, factor, { x: 0, y: 0 }).scale);
  assert.deepEqual(scales, [32, 0.02]);
});

test('an image larger than the stage cannot be dragged off it', () => {
  const image = { width: 1000, height: 100 };
  const places = [50, -2000, -100].map((x) => settleZoom({ scale: 1, x, y: 999 }, image, stage));
  assert.deepEqual(places, [
    { scale: 1, x: 0, y: 62 },
    { scale: 1, x: -576, y: 62 },
    { scale: 1, x: -100, y: 62 },
  ]);
});
