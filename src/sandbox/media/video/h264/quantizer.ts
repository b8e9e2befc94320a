import type { Block } from './transform.ts';

/**
 * Quantizes coefficients to levels and scales them back, at one quality. DC coefficients (the first of each block) have
 * separate rules.
 */
export interface Quantizer {
  level(value: number, position: number): number;
  /** Quantizes a DC coefficient after the second transform. */
  meanLevel(value: number): number;
  scale(level: number, position: number): number;
  /** Undo the second transform first. */
  scaleMean(value: number): number;
  scaleColorMean(value: number): number;
}

/**
 * Scaling factors for positions with both coordinates even, both odd, and the others (ITU-T H.264, 8.5.9), by `qp % 6`.
 */
const scales = [
  [10, 16, 13],
  [11, 18, 14],
  [13, 20, 16],
  [14, 23, 18],
  [16, 25, 20],
  [18, 29, 23],
] as const;
/** Factors that invert the scaling and the gain of the transform, in 1/2^15. */
const factors = [
  [13107, 5243, 8066],
  [11916, 4660, 7490],
  [10082, 4194, 6554],
  [9362, 3647, 5825],
  [8192, 3355, 5243],
  [7282, 2893, 4559],
] as const;

/** QP of chroma for each QP of luma from 30 on, because chroma loses detail more slowly (table 8-15). */
const colorQp = [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39] as const;

export function colorQpOf(qp: number): number {
  return colorQp[qp - 30] ?? qp;
}

/** `qp` is 0 to 51. An increase of 6 doubles the step. Up to 35, the values fit this arithmetic. */
export function createQuantizer(qp: number): Quantizer {
  const period = Math.floor(qp / 6);
  const shift = 15 + period;
  // Rounding of a third, as in the standard's own encoder: a level costs more than the error that it corrects.
  const rounding = Math.floor(2 ** shift / 3);
  const factorAt = spread(factors[qp % 6] ?? factors[0]);
  const scaleAt = spread(scales[qp % 6] ?? scales[0]);
  const meanFactor = factorAt[0] ?? 0;
  const meanScale = 16 * (scaleAt[0] ?? 0);
  const quantize = (value: number, factor: number, more: 0 | 1): number => {
    const level = (Math.abs(value) * factor + (rounding << more)) >> (shift + more);
    return value < 0 ? -level : level;
  };
  return {
    level: (value, position) => quantize(value, factorAt[position] ?? 0, 0),
    meanLevel: (value) => quantize(value, meanFactor, 1),
    scale: (level, position) => (level * (scaleAt[position] ?? 0)) << period,
    scaleMean: (value) => (value * meanScale + (1 << (5 - period))) >> (6 - period),
    scaleColorMean: (value) => ((value * meanScale) << period) >> 5,
  };
}

/** Spreads three values over the sixteen positions of a block. */
function spread([even, odd, other]: readonly [number, number, number]): Block {
  return Int32Array.from({ length: 16 }, (_, at) => {
    const isOddRow = (at >> 2) & 1;
    const isOddColumn = at & 1;
    return isOddRow !== isOddColumn ? other : isOddRow ? odd : even;
  });
}
