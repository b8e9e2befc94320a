import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BitWriter } from '../../../../../../src/sandbox/media/video/h264/bitWriter.ts';
import { buildNalUnit } from '../../../../../../src/sandbox/media/video/h264/nalUnit.ts';
import { writeLevels } from '../../../../../../src/sandbox/media/video/h264/writeLevels.ts';

/** The bits that were written, without the stop bit and what follows it. */
function bitsOf(write: (bits: BitWriter) => void): string {
  const bits = new BitWriter();
  write(bits);
  const text = Array.from(bits.finish(), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return text.slice(0, text.lastIndexOf('1'));
}

test('numbers get the exponential Golomb codes of the standard', () => {
  const unsigned = [0, 1, 2, 3, 7, 255].map((value) => bitsOf((bits) => bits.writeUnsigned(value)));
  const signed = [0, 1, -1, 2, -2].map((value) => bitsOf((bits) => bits.writeSigned(value)));
  assert.deepEqual(
    [unsigned, signed],
    [
      ['1', '010', '011', '00100', '0001000', '00000000100000000'],
      ['1', '010', '011', '00100', '00101'],
    ],
  );
});

test('many bits stay in order', () => {
  const text = bitsOf((bits) => {
    for (let index = 0; index < 30_000; index += 1) bits.write(index & 0x1fff, 13);
  });
  assert.deepEqual([text.length, Number.parseInt(text.slice(13 * 29_999), 2)], [390_000, 29_999 & 0x1fff]);
});

test('what could be taken for a start code is broken up', () => {
  assert.deepEqual(
    [...buildNalUnit('picture', Uint8Array.of(0, 0, 0, 0, 0, 1, 0, 0, 4))],
    [0x65, 0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 4],
  );
});

test('a block of levels gets the code that the textbook example has', () => {
  // Richardson, "H.264 and MPEG-4 Video Compression", CAVLC example 1: 0,3,0,1,-1,-1,0,1,0…
  const levels = Int32Array.of(0, 3, 0, 1, -1, -1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  const text = bitsOf((bits) => assert.equal(writeLevels(bits, levels, 0), 5));
  assert.equal(text, '000010001110010111101101');
});
