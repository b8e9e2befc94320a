import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeThumbnail } from '../../../../src/webview/thumbnails/makeThumbnail.ts';
import { makePng } from '../../../support/previewHarness/media.ts';
import { makeArtifactItem } from '../../../support/previewHarness/messages.ts';

test('an image with too many pixels for the memory is not decoded, however small its file is', async (t) => {
  let decoded = 0;
  const decode = (): Promise<never> => Promise.reject(new Error(`Decoded ${(decoded += 1)}`));
  Object.assign(globalThis, { createImageBitmap: decode });
  t.after(() => Reflect.deleteProperty(globalThis, 'createImageBitmap'));
  const small = Buffer.from(makePng(9, 9, 1));
  const huge = Buffer.from(small);
  // The width and the height of a PNG are in its header.
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  const counts: number[] = [];
  for (const bytes of [small, huge]) {
    assert.equal(await makeThumbnail(makeArtifactItem('a'), new Uint8Array(bytes)), null);
    counts.push(decoded);
  }
  assert.deepEqual(counts, [1, 1]);
});
