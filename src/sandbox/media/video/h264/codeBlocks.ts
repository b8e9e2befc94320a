import type { Plane } from '../picture.ts';
import type { Quantizer } from './quantizer.ts';
import { invertTransform, transform, type Block } from './transform.ts';

/** Positions of the coefficients of a block from the lowest frequency to the highest. */
export const zigzag = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15] as const;

/** Position of a block's 4 by 4 samples in the plane and in the prediction. */
export interface BlockPlace {
  /** Index of the first sample in the plane. */
  readonly at: number;
  readonly guessAt: number;
  readonly guessWidth: number;
}

/** Writes the residual, the difference of source and prediction, to `block` and transforms it. */
export function readBlock(block: Block, source: Plane, guess: Uint8Array, place: BlockPlace): void {
  for (let row = 0; row < 4; row += 1) {
    const from = place.at + row * source.width;
    const guessFrom = place.guessAt + row * place.guessWidth;
    for (let column = 0; column < 4; column += 1) {
      block[4 * row + column] = (source.data[from + column] ?? 0) - (guess[guessFrom + column] ?? 0);
    }
  }
  transform(block);
}

/**
 * Quantizes the coefficients to the 15 AC `levels`, and replaces `block` by what a decoder reconstructs from them.
 * Returns whether any level is not zero.
 */
export function quantizeBlock(block: Block, levels: Int32Array, quantizer: Quantizer): boolean {
  let isCoded = false;
  for (let index = 1; index < 16; index += 1) {
    const position = zigzag[index] ?? 0;
    const level = quantizer.level(block[position] ?? 0, position);
    levels[index - 1] = level;
    block[position] = level === 0 ? 0 : quantizer.scale(level, position);
    if (level !== 0) isCoded = true;
  }
  return isCoded;
}

/** Writes the samples as a decoder reconstructs them. */
export function decodeBlock(block: Block, decoded: Plane, guess: Uint8Array, place: BlockPlace): void {
  invertTransform(block);
  for (let row = 0; row < 4; row += 1) {
    const to = place.at + row * decoded.width;
    const guessFrom = place.guessAt + row * place.guessWidth;
    for (let column = 0; column < 4; column += 1) {
      const value = (guess[guessFrom + column] ?? 0) + (block[4 * row + column] ?? 0);
      decoded.data[to + column] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}
