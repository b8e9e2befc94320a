import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildKeyPicture,
  buildMovedPicture,
  buildSequenceParameters,
  pictureParameters,
  type Pan,
} from '../../../../../src/sandbox/media/video/h264.ts';

/** Makes three by three macroblocks. The last column is outside the frame, and the last row does not move. */
function makePan(sampleAt: (index: number) => number): Pan {
  const plane = (length: number, first: number): Uint8Array =>
    Uint8Array.from({ length }, (_, index) => sampleAt(first + index));
  const planes = { luma: plane(2304, 0), cb: plane(576, 2304), cr: plane(576, 2880) };
  return { width: 48, height: 48, ...planes, margin: 16, stillHeight: 16 };
}

/** Returns the bits of a NAL unit after its header, without the stop bit and what follows it. */
function bitsOf(unit: Uint8Array): string {
  const bits = Array.from(unit.subarray(1), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.slice(0, bits.lastIndexOf('1'));
}

test('the parameter sets contain the size in macroblocks and the margin that is not shown', () => {
  const sequence = bitsOf(buildSequenceParameters(makePan(() => 1)));
  const size = ['011', '011']; // Two more columns and rows than one.
  const cropping = ['111', '1', '0001001', '1', '1']; // Units of two pixels: left, right, top, bottom.
  assert.equal(sequence.startsWith(['010000101100000000110010', '1', '1', '1', '0001101', '010', '0'].join('')), true);
  assert.equal(sequence.slice(38).startsWith([...size, ...cropping].join('')), true);
  const lowestQp = '00000110101';
  assert.equal(bitsOf(pictureParameters), `1100111000${lowestQp}11000`);
});

test('the key picture contains the samples as they are, one macroblock after the other', () => {
  const pan = makePan((index) => 16 + (index % 97));
  const unit = buildKeyPicture(pan);
  const { luma, cb, cr } = pan;
  const square = (plane: Uint8Array, stride: number, edge: number): readonly number[] =>
    Array.from(
      { length: edge * edge },
      (_, at) => plane[(2 * edge + ((at / edge) | 0)) * stride + edge + (at % edge)] ?? 0,
    );
  const block = [...square(luma, 48, 16), ...square(cb, 24, 8), ...square(cr, 24, 8)];
  // Each macroblock has a type and its alignment in two bytes. The one in the middle of the last row is the eighth.
  const end = unit.length - 1 - 386;
  assert.deepEqual([...unit.subarray(end - 386, end)], [0b0000_1101, 0, ...block]);
});

test('the key picture is the first one, and depends on no other', () => {
  const header = ['1', '0001000', '1', '0000', '1', '0000000000000000', '00', '1'];
  const plainSamples = '000011010';
  assert.ok(bitsOf(buildKeyPicture(makePan(() => 1))).startsWith([...header, plainSamples].join('')));
});

test('bytes that could look like a start code are broken up', () => {
  const unit = Buffer.from(buildKeyPicture(makePan(() => 0)));
  const codes = [Buffer.of(0, 0, 0), Buffer.of(0, 0, 1), Buffer.of(0, 0, 2), Buffer.of(0, 0, 3)];
  assert.deepEqual(
    codes.map((code) => unit.includes(code)),
    [false, false, false, true],
  );
});

test('a moved picture has one vector, which the macroblocks inherit, and none in the part that stays', () => {
  const bits = bitsOf(
    buildMovedPicture(
      makePan(() => 1),
      3,
      5,
    ),
  );
  const header = ['1', '00110', '1', '0001', '0000000000000110', '00', '1'];
  const first = ['1', '1', '0001010', '1', '1'];
  const inherited = ['1', '1', '1', '1', '1'];
  // The left edge of the second row follows the first row, and then the rest with the whole third row.
  const rest = ['00110'];
  assert.equal(bits, [...header, ...first, ...inherited, ...inherited, ...inherited, ...rest].join(''));
});
