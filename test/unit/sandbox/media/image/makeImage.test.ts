import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';
import { makeImage } from '../../../../../src/sandbox/media/image/makeImage.ts';
import type { ImageSpec } from '../../../../../src/sandbox/media/mediaSpec.ts';

function make(change: Partial<ImageSpec>): Buffer {
  return Buffer.from(
    makeImage({
      kind: 'image',
      index: 1,
      prompt: 'A harbor',
      model: 'm',
      width: 96,
      height: 64,
      seed: 1,
      format: 'png',
      ...change,
    }),
  );
}

test('makes the same bytes for the same spec and others for another prompt, seed or model', () => {
  const first = make({});
  const others = [make({}), make({ prompt: 'A forest' }), make({ seed: 2 }), make({ model: 'other', width: 96 })];
  assert.deepEqual(
    others.map((each) => each.equals(first)),
    [true, false, false, false],
  );
});

test('paints every place, time and thing that it knows, with any aspect ratio', () => {
  const prompts = [
    'sea at dawn, watercolor',
    'mountains in snow',
    'city at night',
    'cat in a meadow at sunset',
    'lighthouse',
    'boat',
    'cabin in the hills',
    'cabin by a lake',
    'balloon by day',
    '',
  ];
  const shapes = [
    [96, 96],
    [160, 64],
    [48, 144],
  ] as const;
  const wrong = prompts.flatMap((prompt) =>
    shapes.filter(([width, height]) => {
      const picture = decode(make({ prompt, width, height }));
      const colors = new Set(picture.data);
      return picture.width !== width || picture.height !== height || colors.size < 40;
    }),
  );
  assert.deepEqual(wrong, []);
});

test('a JPEG shows the same picture as a PNG', () => {
  const png = decode(make({}));
  const jpeg = decodeJpeg(make({ format: 'jpeg' }), { formatAsRGBA: false });
  const apart = [...jpeg.data].map((value, at) => Math.abs(value - (png.data[at] ?? 0)));
  assert.deepEqual([jpeg.width, jpeg.height, jpeg.data.length], [png.width, png.height, png.data.length]);
  assert.equal(apart.reduce((sum, each) => sum + each, 0) / apart.length < 8, true);
});
