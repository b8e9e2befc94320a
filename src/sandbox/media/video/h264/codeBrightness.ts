import type { Plane } from '../picture.ts';
import { decodeBlock, quantizeBlock, readBlock, zigzag, type BlockPlace } from './codeBlocks.ts';
import { modes, predict, type Mode, type Prediction } from './predict.ts';
import type { Quantizer } from './quantizer.ts';
import { transformMeans } from './transform.ts';

/** The luma of one macroblock, ready to be written. Its arrays belong to the coder and are reused. */
export interface CodedBrightness {
  readonly mode: Mode;
  readonly means: Int32Array;
  /** The AC levels of the sixteen blocks, row by row. */
  readonly levels: readonly Int32Array[];
  /** False if all of `levels` are zero and are not written. */
  readonly hasLevels: boolean;
}

export type BrightnessCoder = (source: Plane, decoded: Plane, at: readonly [x: number, y: number]) => CodedBrightness;

/** Codes one macroblock after the other and writes to `decoded` what a decoder reconstructs. */
export function createBrightnessCoder(quantizer: Quantizer): BrightnessCoder {
  const blocks = Array.from({ length: 16 }, () => new Int32Array(16));
  const levels = blocks.map(() => new Int32Array(15));
  const sums = new Int32Array(16);
  const means = new Int32Array(16);
  const spare: [Prediction, Prediction] = [new Uint8Array(256), new Uint8Array(256)];

  return (source, decoded, at) => {
    const { mode, guess } = chooseMode(source, decoded, { at, spare });
    const placeOf = placesIn(source.width, at);
    let hasLevels = false;
    for (const [index, block] of blocks.entries()) {
      readBlock(block, source, guess, placeOf(index));
      sums[index] = block[0] ?? 0;
      if (quantizeBlock(block, levels[index] ?? means, quantizer)) hasLevels = true;
    }
    transformMeans(sums);
    for (let index = 0; index < 16; index += 1) {
      const position = zigzag[index] ?? 0;
      const level = quantizer.meanLevel((sums[position] ?? 0) >> 1);
      means[index] = level;
      sums[position] = level;
    }
    transformMeans(sums);
    for (const [index, block] of blocks.entries()) {
      block[0] = quantizer.scaleMean(sums[index] ?? 0);
      decodeBlock(block, decoded, guess, placeOf(index));
    }
    return { mode, means, levels, hasLevels };
  };
}

function placesIn(width: number, [x, y]: readonly [number, number]): (index: number) => BlockPlace {
  return (index) => {
    const column = 4 * (index & 3);
    const row = 4 * (index >> 2);
    return { at: (y + row) * width + x + column, guessAt: 16 * row + column, guessWidth: 16 };
  };
}

interface Choice {
  readonly at: readonly [x: number, y: number];
  /** Two predictions, so that the best one is kept while the next is made. */
  readonly spare: [Prediction, Prediction];
}

/** Returns the prediction with the smallest error. */
function chooseMode(source: Plane, decoded: Plane, { at, spare }: Choice): { mode: Mode; guess: Prediction } {
  let [best, next] = spare;
  let mode: Mode = modes.mean;
  let leastError = Number.POSITIVE_INFINITY;
  for (const candidate of [modes.mean, modes.vertical, modes.horizontal, modes.slope]) {
    if (!predict(decoded, at, candidate, next)) continue;
    const error = errorOf(source, at, next);
    if (error >= leastError) continue;
    leastError = error;
    mode = candidate;
    [best, next] = [next, best];
  }
  return { mode, guess: best };
}

function errorOf({ data, width }: Plane, [x, y]: readonly [number, number], guess: Prediction): number {
  let sum = 0;
  for (let at = 0; at < 256; at += 1) {
    sum += Math.abs((data[(y + (at >> 4)) * width + x + (at & 15)] ?? 0) - (guess[at] ?? 0));
  }
  return sum;
}
