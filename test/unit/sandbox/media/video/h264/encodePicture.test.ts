import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrightnessCoder } from '../../../../../../src/sandbox/media/video/h264/codeBrightness.ts';
import { createColorCoder } from '../../../../../../src/sandbox/media/video/h264/codeColor.ts';
import { createPictureEncoder } from '../../../../../../src/sandbox/media/video/h264/encodePicture.ts';
import { createQuantizer } from '../../../../../../src/sandbox/media/video/h264/quantizer.ts';
import { createPicture, createPlane, type Plane } from '../../../../../../src/sandbox/media/video/picture.ts';

/** A plane with a slope, an edge and some grain. */
function drawPlane(width: number, height: number): Plane {
  const plane = createPlane(width, height);
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width;
    const y = Math.floor(at / width);
    plane.data[at] = 40 + 2 * x + y + (x > y ? 60 : 0) + ((x * 7 + y * 13) % 5);
  }
  return plane;
}

function meanError(a: Plane, b: Plane): number {
  return a.data.reduce((sum, value, at) => sum + Math.abs(value - (b.data[at] ?? 0)), 0) / a.data.length;
}

test('what a decoder sees is close to the source, and closer at a better quality', () => {
  const source = drawPlane(48, 48);
  const errors = [20, 35].map((qp) => {
    const code = createBrightnessCoder(createQuantizer(qp));
    const decoded = createPlane(48, 48);
    for (const y of [0, 16, 32]) for (const x of [0, 16, 32]) code(source, decoded, [x, y]);
    return meanError(source, decoded);
  });
  const [fine = 0, coarse = 0] = errors;
  assert.ok(fine < 2 && coarse < 8 && fine < coarse, `mean errors ${fine} and ${coarse}`);
});

test('colours come back too', () => {
  const source = drawPlane(16, 16);
  const code = createColorCoder(createQuantizer(20));
  const decoded = createPlane(16, 16);
  for (const y of [0, 8]) for (const x of [0, 8]) code(source, decoded, [x, y]);
  assert.ok(meanError(source, decoded) < 2.5);
});

test('an even picture needs hardly more than a few bits for each macroblock', () => {
  const picture = createPicture(320, 160);
  picture.brightness.data.fill(90);
  picture.blueness.data.fill(120);
  picture.redness.data.fill(140);
  const unit = createPictureEncoder({ width: 320, height: 160 }, 27)(picture, 0);
  assert.ok(unit.length < 220, `${unit.length} bytes for 200 macroblocks`);
});
