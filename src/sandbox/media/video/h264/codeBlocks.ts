import type { Plane } from '../picture.ts';
import type { Quantizer } from './quantizer.ts';
import { invertTransform, transform, type Block } from './transform.ts';

/** Positions of a block from the lowest frequency to the highest. */
export const zigzag = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15] as const;

/** Where a block's 4 by 4 pixels lie in the plane and in the guess. */
export interface BlockPlace {
  /** Index of the first pixel. */
  readonly at: number;
  readonly guessAt: number;
  readonly guessWidth: number;
}

/** Puts the transformed difference of source and guess into `block`. */
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

/** Turns frequencies into the 15 `levels` above the mean, and `block` into what a decoder will make of them. True when any is left. */
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

/** Writes the pixels as a decoder will see them. */
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
