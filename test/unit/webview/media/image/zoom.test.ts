import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  fitImage,
  placeOf,
  settle,
  zoomAround,
  zoomOf,
  type Place,
  type Size,
} from '../../../../../src/webview/media/image/zoom.ts';
import { assert as check, double, integer, property, record } from '../../../../support/fastCheck.ts';

const size = (min: number) => record({ width: integer({ min, max: 8000 }), height: integer({ min, max: 8000 }) });
const scale = double({ min: 0.02, max: 32, noNaN: true });
const offset = double({ min: -9000, max: 9000, noNaN: true });
const axes = (zoom: Place, image: Size, stage: Size) => [
  { from: zoom.x, length: image.width * zoom.scale, room: stage.width },
  { from: zoom.y, length: image.height * zoom.scale, room: stage.height },
];
const closeTo = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

describe('An image in its stage, of any size,', () => {
  test('fits whole and is never enlarged', () => {
    check(
      property(size(1), size(100), (image, stage) => {
        const fit = fitImage(image, stage);
        assert.ok(fit.scale <= 1);
        // An extreme panorama ends at the smallest scale.
        if (fit.scale === 0.02) return;
        for (const { from, length, room } of axes(fit, image, stage))
          assert.ok(from >= 0 && from + length <= room + 1e-6);
      }),
    );
  });

  test('leaves no gap on one side only, wherever it was moved', () => {
    check(
      property(size(1), size(100), record({ scale, x: offset, y: offset }), (image, stage, zoom) => {
        for (const { from, length, room } of axes(settle(zoom, image, stage), image, stage)) {
          if (length <= room) assert.ok(closeTo(from, room - from - length));
          else assert.ok(from <= 0 && from + length >= room - 1e-6);
        }
      }),
    );
  });

  test('stays where it is once it has settled', () => {
    check(
      property(size(1), size(100), record({ scale, x: offset, y: offset }), (image, stage, zoom) => {
        const settled = settle(zoom, image, stage);
        assert.deepEqual(settle(settled, image, stage), settled);
      }),
    );
  });

  test('zooms around the pixel at the pointer, within the limits of the scale', () => {
    const factor = double({ min: 0.001, max: 1000, noNaN: true });
    check(
      property(record({ scale, x: offset, y: offset }), factor, offset, offset, (zoom, by, x, y) => {
        const zoomed = zoomAround(zoom, by, { x, y });
        assert.ok(zoomed.scale >= 0.02 && zoomed.scale <= 32);
        const pixel = [(x - zoom.x) / zoom.scale, (y - zoom.y) / zoom.scale];
        const after = [(x - zoomed.x) / zoomed.scale, (y - zoomed.y) / zoomed.scale];
        assert.ok(pixel.every((value, index) => closeTo(value, after[index] ?? Number.NaN)));
      }),
    );
  });

  test('is remembered by the part that it shows, which another image of its shape shows too', () => {
    check(
      property(size(100), size(100), record({ scale, x: offset, y: offset }), (image, stage, any) => {
        const place = settle(any, image, stage);
        const double = { width: image.width * 2, height: image.height * 2 };
        const again = placeOf(zoomOf(place, image, stage), image, stage);
        const other = placeOf(zoomOf(place, image, stage), double, stage);
        for (const name of ['scale', 'x', 'y'] as const) assert.ok(closeTo(again[name], place[name]));
        if (place.scale >= 0.04) assert.ok(closeTo(other.scale * 2, place.scale) && closeTo(other.x, place.x));
      }),
    );
  });
});
