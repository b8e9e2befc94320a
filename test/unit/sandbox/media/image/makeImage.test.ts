import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { decode } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';
import { makeImage } from '../../../../../src/sandbox/media/image/makeImage.ts';
import type { ImageSpec } from '../../../../../src/sandbox/media/planImages.ts';

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

test('paints the same pixels as earlier releases', () => {
  const pixels: readonly (readonly [prompt: string, digest: string])[] = [
    ['sea at dawn, watercolor', '0fa35246'],
    ['mountains in snow', '601faa80'],
    ['city at night', '19eb9b25'],
    ['cat in a meadow at sunset', '0fa71882'],
    ['lighthouse', 'cf710d5b'],
    ['boat', '4eeba75b'],
    ['cabin in the hills', 'a82e5daa'],
    ['balloon by day', 'ab487153'],
  ];
  const painted = pixels.map(([prompt]) => [
    prompt,
    hash('sha256', Buffer.from(decode(make({ prompt, width: 160, height: 120 }), { checkCrc: true }).data)).slice(0, 8),
  ]);
  assert.deepEqual(painted, pixels);
});

test('a JPEG shows the same picture as a PNG', () => {
  const png = decode(make({}));
  const jpeg = decodeJpeg(make({ format: 'jpeg' }), { formatAsRGBA: false });
  const apart = [...jpeg.data].map((value, at) => Math.abs(value - (png.data[at] ?? 0)));
  assert.deepEqual([jpeg.width, jpeg.height, jpeg.data.length], [png.width, png.height, png.data.length]);
  assert.equal(apart.reduce((sum, each) => sum + each, 0) / apart.length < 8, true);
});
