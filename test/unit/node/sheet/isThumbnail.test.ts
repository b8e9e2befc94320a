import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isThumbnail } from '../../../../src/node/sheet/isThumbnail.ts';
import { assert as check, property, uint8Array } from '../../../support/fastCheck.ts';
import { makeWebp } from '../../../support/previewHarness/webp.ts';

test('a WebP image of at most 320 pixels is a thumbnail, in each of its formats', () => {
  const sizes = [
    [320, 1],
    [1, 320],
    [321, 1],
    [1, 321],
  ] as const;
  const seen = (['VP8 ', 'VP8L', 'VP8X'] as const).map((format) =>
    sizes.map(([width, height]) => isThumbnail(makeWebp(width, height, format))).join(),
  );
  assert.deepEqual(
    seen,
    Array.from({ length: 3 }, () => 'true,true,false,false'),
  );
});

test('other images, other sizes than they say, and too many bytes are not', () => {
  const good = makeWebp(10, 10);
  const cases = {
    empty: new Uint8Array(),
    png: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...good.slice(4)]),
    avi: Uint8Array.from(good, (byte, at) => (at === 8 ? 0x41 : byte)),
    longer: Uint8Array.from([...good, 0]),
    cut: good.slice(0, -1),
    large: makeWebp(10, 10, 'VP8L', 300 * 1024),
    other: Uint8Array.from(good, (byte, at) => (at === 12 ? 0x41 : byte)),
  };
  assert.ok([good, makeWebp(10, 10, 'VP8L', 30), makeWebp(10, 10, 'VP8L', 256 * 1024)].every(isThumbnail));
  assert.deepEqual(
    Object.entries(cases).filter(([, bytes]) => isThumbnail(bytes)),
    [],
  );
});

test('any bytes are checked without a throw', () => {
  check(
    property(uint8Array({ maxLength: 60 }), (bytes) => {
      const whole = makeWebp(10, 10);
      whole.set(bytes.subarray(0, Math.max(0, whole.length - 12)), 12);
      isThumbnail(bytes);
      isThumbnail(whole);
    }),
  );
});
