import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from 'fast-png';
import { writePng } from '../../../../../src/sandbox/media/image/writePng.ts';

test('writes each pixel, and check sums that are right', () => {
  const data = Uint8Array.from({ length: 5 * 3 * 3 }, (_, at) => (at * 37) % 256);
  const image = decode(writePng({ width: 5, height: 3, data }), { checkCrc: true });
  assert.deepEqual(
    [image.width, image.height, image.depth, image.channels, Buffer.from(image.data.buffer).equals(Buffer.from(data))],
    [5, 3, 8, 3, true],
  );
});
