import type { Plane } from '../picture.ts';
import { decodeBlock, quantizeBlock, readBlock, type BlockPlace } from './codeBlocks.ts';
import { predictColor } from './predict.ts';
import type { Quantizer } from './quantizer.ts';
import { transformColorMeans } from './transform.ts';

/**
 * One chroma component (Cb or Cr) of a macroblock, ready to be written. Its arrays belong to the coder and are reused.
 */
export interface CodedColor {
  readonly means: Int32Array;
  readonly hasMeans: boolean;
  /** The AC levels of the four blocks, row by row. */
  readonly levels: readonly Int32Array[];
  readonly hasLevels: boolean;
}

/** `at` is the first of 8 by 8 samples of the chroma plane. */
export type ColorCoder = (source: Plane, decoded: Plane, at: readonly [x: number, y: number]) => CodedColor;

/**
 * Codes one macroblock after the other and writes to `decoded` what a decoder reconstructs. One coder per chroma
 * component.
 */
export function createColorCoder(quantizer: Quantizer): ColorCoder {
  const blocks = Array.from({ length: 4 }, () => new Int32Array(16));
  const levels = blocks.map(() => new Int32Array(15));
  const sums = new Int32Array(4);
  const means = new Int32Array(4);
  const guess = new Uint8Array(64);

  return (source, decoded, at) => {
    const placeOf = placesIn(source.width, at);
    let hasLevels = false;
    for (const [index, block] of blocks.entries()) {
      const place = placeOf(index);
      fillBlock(guess, place.guessAt, predictColor(decoded, at, index));
      readBlock(block, source, guess, place);
      sums[index] = block[0] ?? 0;
      if (quantizeBlock(block, levels[index] ?? means, quantizer)) hasLevels = true;
    }
    transformColorMeans(sums);
    for (const [index, sum] of sums.entries()) {
      means[index] = quantizer.meanLevel(sum);
      sums[index] = means[index] ?? 0;
    }
    const hasMeans = means.some((mean) => mean !== 0);
    transformColorMeans(sums);
    for (const [index, block] of blocks.entries()) {
      block[0] = quantizer.scaleColorMean(sums[index] ?? 0);
      decodeBlock(block, decoded, guess, placeOf(index));
    }
    return { means, hasMeans, levels, hasLevels };
  };
}

function placesIn(width: number, [x, y]: readonly [number, number]): (index: number) => BlockPlace {
  return (index) => {
    const column = 4 * (index & 1);
    const row = 4 * (index >> 1);
    return { at: (y + row) * width + x + column, guessAt: 8 * row + column, guessWidth: 8 };
  };
}

function fillBlock(guess: Uint8Array, start: number, value: number): void {
  for (let row = 0; row < 4; row += 1) guess.fill(value, start + 8 * row, start + 8 * row + 4);
}
