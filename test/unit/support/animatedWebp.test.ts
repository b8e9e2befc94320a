import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinFrames } from '../../support/animatedWebp.ts';
import { makeWebp } from '../../support/previewHarness/webp.ts';

interface Chunk {
  readonly tag: string;
  readonly content: Buffer;
}

function readChunks(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    chunks.push({ tag: bytes.toString('latin1', at, at + 4), content: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

const still = { image: makeWebp(6, 4), width: 6, height: 4, durationMs: 300 };

test('an animation has a frame for each image, at its place and for its time', () => {
  const [riff] = readChunks(
    Buffer.from(
      joinFrames(
        [
          { ...still, x: 0, y: 0 },
          { ...still, x: 2, y: 260 },
        ],
        { width: 600, height: 400 },
      ),
    ),
  );
  const [head, animation, ...frames] = readChunks(riff?.content.subarray(4) ?? Buffer.alloc(0));
  assert.deepEqual(
    [riff?.tag, riff?.content.toString('latin1', 0, 4), head?.tag, [...(head?.content ?? [])], animation?.tag],
    ['RIFF', 'WEBP', 'VP8X', [0x12, 0, 0, 0, 0x57, 2, 0, 0x8f, 1, 0], 'ANIM'],
  );
  assert.deepEqual(
    frames.map(({ tag, content }) => [tag, [...content.subarray(0, 16)], content.toString('latin1', 16, 20)]),
    [
      ['ANMF', [0, 0, 0, 0, 0, 0, 5, 0, 0, 3, 0, 0, 44, 1, 0, 0], 'VP8L'],
      ['ANMF', [1, 0, 0, 130, 0, 0, 5, 0, 0, 3, 0, 0, 44, 1, 0, 0], 'VP8L'],
    ],
  );
});

test('a frame begins at an even place, and is a WebP image', () => {
  const size = { width: 10, height: 10 };
  assert.throws(() => joinFrames([{ ...still, x: 1, y: 0 }], size), /1, 0/);
  assert.throws(() => joinFrames([{ ...still, image: new Uint8Array(20), x: 0, y: 0 }], size), /not a WebP image/);
});
