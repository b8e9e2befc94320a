import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  colorCountCodes,
  colorZeroCodes,
  countCodes,
  runCodes,
  zeroCodes,
  type Code,
} from '../../../../../../src/sandbox/media/video/h264/codeTables.ts';

/** True when no word starts another one: then a reader always knows where a word ends. */
function isPrefixCode(codes: readonly Code[]): boolean {
  const words = codes.map(({ bits, length }) => bits.toString(2).padStart(length, '0'));
  return words.every((word, index) => words.every((other, at) => at === index || !other.startsWith(word)));
}

/** Share of all possible words that the code uses; 1 leaves none unused. */
const usedShare = (codes: readonly Code[]): number => codes.reduce((sum, { length }) => sum + 2 ** -length, 0);

const wholeTables = [...countCodes, colorCountCodes].map((rows) => rows.flat());
const rowTables = [...zeroCodes, ...colorZeroCodes, ...runCodes];

test('every table is a prefix code', () => {
  assert.deepEqual(
    [...wholeTables, ...rowTables].map(isPrefixCode).filter((isGood) => !isGood),
    [],
  );
});

test('no table leaves more than one long word unused', () => {
  const shares = [...wholeTables, ...rowTables].map(usedShare);
  assert.deepEqual(
    shares.filter((share) => share > 1 || share < 0.998),
    [],
  );
});

test('the tables have a word for every case', () => {
  assert.deepEqual(
    [...countCodes, colorCountCodes, zeroCodes, colorZeroCodes, runCodes].map((rows) =>
      rows.map(({ length }) => length),
    ),
    [
      ...[1, 2, 3].map(() => [1, 2, 3, ...Array.from({ length: 14 }, () => 4)]),
      [1, 2, 3, 4, 4],
      Array.from({ length: 15 }, (_, index) => 16 - index),
      [4, 3, 2],
      [2, 3, 4, 5, 6, 7, 15],
    ],
  );
});
