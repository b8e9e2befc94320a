import type { BitWriter } from './bitWriter.ts';
import { colorCountCodes, colorZeroCodes, countCodes, runCodes, zeroCodes, type Code } from './codeTables.ts';

/** Levels that are not zero, from the highest frequency down, and the zeros before each. Reused for every block. */
const values = new Int32Array(16);
const runs = new Int32Array(16);

/** Value of `nC` for a block that contains the chroma DC coefficients. */
export const colorMeans = -1;

/**
 * Writes a block's levels (CAVLC, ITU-T H.264, 9.2), ordered from the lowest frequency up: 16 levels, 15 without DC, or
 * the 4 chroma DC levels. `nearby` is `nC`, the number of levels in the adjacent blocks. Returns the number of levels
 * that are not zero.
 */
export function writeLevels(bits: BitWriter, levels: Int32Array, nearby: number): number {
  const { count, zeros } = collect(levels);
  const ones = countOnes(count);
  writeCount(bits, { count, ones, nearby });
  if (count === 0) return 0;
  writeValues(bits, count, ones);
  if (count < levels.length) writeCode(bits, (nearby === colorMeans ? colorZeroCodes : zeroCodes)[count - 1]?.[zeros]);
  let zerosLeft = zeros;
  for (let index = 0; index < count - 1 && zerosLeft > 0; index += 1) {
    const run = runs[index] ?? 0;
    writeCode(bits, runCodes[Math.min(zerosLeft, 7) - 1]?.[run]);
    zerosLeft -= run;
  }
  return count;
}

/** `zeros` is the number of zeros below the highest level. */
function collect(levels: Int32Array): { count: number; zeros: number } {
  let count = 0;
  let zeros = 0;
  for (let at = levels.length - 1; at >= 0; at -= 1) {
    const level = levels[at] ?? 0;
    if (level !== 0) {
      values[count] = level;
      runs[count] = 0;
      count += 1;
    } else if (count > 0) {
      runs[count - 1] = (runs[count - 1] ?? 0) + 1;
      zeros += 1;
    }
  }
  return { count, zeros };
}

/** Trailing ones need only their sign. At most three count. */
function countOnes(count: number): number {
  let ones = 0;
  while (ones < 3 && ones < count && Math.abs(values[ones] ?? 0) === 1) ones += 1;
  return ones;
}

interface Count {
  readonly count: number;
  readonly ones: number;
  readonly nearby: number;
}

function writeCount(bits: BitWriter, { count, ones, nearby }: Count): void {
  if (nearby >= 8) {
    // For `nC` of 8 and more, the code has a fixed length: six bits, and 3 for an empty block.
    bits.write(count === 0 ? 3 : ((count - 1) << 2) | ones, 6);
    return;
  }
  const neighbourhood = nearby < 2 ? 0 : nearby < 4 ? 1 : 2;
  const table = nearby === colorMeans ? colorCountCodes : countCodes[neighbourhood];
  writeCode(bits, table?.[count]?.[ones]);
}

function writeValues(bits: BitWriter, count: number, ones: number): void {
  for (let index = 0; index < ones; index += 1) bits.write((values[index] ?? 0) < 0 ? 1 : 0, 1);
  let suffixLength = count > 10 && ones < 3 ? 1 : 0;
  for (let index = ones; index < count; index += 1) {
    const value = values[index] ?? 0;
    const code = value > 0 ? 2 * value - 2 : -2 * value - 1;
    // The first level cannot be ±1 if fewer than three trailing ones precede it.
    writeValue(bits, index === ones && ones < 3 ? code - 2 : code, suffixLength);
    suffixLength ||= 1;
    if (Math.abs(value) > 3 << (suffixLength - 1) && suffixLength < 6) suffixLength += 1;
  }
}

/** Writes as many zeros as the prefix says, a one, and the suffix. Prefix 15 has room for twelve more bits. */
function writeValue(bits: BitWriter, code: number, suffixLength: number): void {
  if (suffixLength === 0 && code >= 14 && code < 30) {
    bits.write(1, 15);
    bits.write(code - 14, 4);
    return;
  }
  const escape = suffixLength === 0 ? 30 : 15 << suffixLength;
  if (code >= escape || (suffixLength === 0 && code >= 14)) {
    bits.write(1, 16);
    bits.write(code - escape, 12);
    return;
  }
  bits.write(1, (code >> suffixLength) + 1);
  bits.write(code & ((1 << suffixLength) - 1), suffixLength);
}

function writeCode(bits: BitWriter, code: Code | undefined): void {
  if (code) bits.write(code.bits, code.length);
}
