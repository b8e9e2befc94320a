import type { Plane } from '../picture.ts';

/** Samples of a part of a plane, predicted from the decoded samples above and to the left. */
export type Prediction = Uint8Array;

/** Luma prediction modes of a macroblock (`Intra16x16PredMode`). `mean` is DC, `slope` is Plane. */
export const modes = { vertical: 0, horizontal: 1, mean: 2, slope: 3 } as const;
export type Mode = (typeof modes)[keyof typeof modes];

const side = 16;
const above = new Int32Array(side);
const left = new Int32Array(side);

/**
 * Fills `guess` with the mode's prediction of the 16 by 16 samples at `x`, `y`. Returns false if the mode needs samples
 * that do not exist.
 */
export function predict(decoded: Plane, [x, y]: readonly [number, number], mode: Mode, guess: Prediction): boolean {
  const isFree = mode === modes.mean;
  if (!isFree && ((y === 0 && mode !== modes.horizontal) || (x === 0 && mode !== modes.vertical))) return false;
  readEdges(decoded, x, y);
  if (mode === modes.slope) {
    fillSlope(guess, decoded.data[(y - 1) * decoded.width + x - 1] ?? 0);
    return true;
  }
  const mean = isFree ? meanOf(x > 0, y > 0) : 0;
  for (let at = 0; at < side * side; at += 1) {
    guess[at] = isFree ? mean : ((mode === modes.vertical ? above[at & 15] : left[at >> 4]) ?? 0);
  }
  return true;
}

function readEdges({ data, width }: Plane, x: number, y: number): void {
  for (let index = 0; index < side; index += 1) {
    above[index] = data[(y - 1) * width + x + index] ?? 0;
    left[index] = data[(y + index) * width + x - 1] ?? 0;
  }
}

function meanOf(hasLeft: boolean, hasAbove: boolean): number {
  let sum = 0;
  for (let index = 0; index < side; index += 1) {
    if (hasLeft) sum += left[index] ?? 0;
    if (hasAbove) sum += above[index] ?? 0;
  }
  if (hasLeft && hasAbove) return (sum + 16) >> 5;
  return hasLeft || hasAbove ? (sum + 8) >> 4 : 128;
}

/** Fits a plane through both edges. It is common in skies (ITU-T H.264, 8.3.3.4). */
function fillSlope(guess: Prediction, corner: number): void {
  let across = 0;
  let down = 0;
  for (let step = 1; step <= 8; step += 1) {
    across += step * ((above[7 + step] ?? 0) - (step === 8 ? corner : (above[7 - step] ?? 0)));
    down += step * ((left[7 + step] ?? 0) - (step === 8 ? corner : (left[7 - step] ?? 0)));
  }
  const perColumn = (5 * across + 32) >> 6;
  const perRow = (5 * down + 32) >> 6;
  const end = 16 * ((left[15] ?? 0) + (above[15] ?? 0));
  for (let at = 0; at < side * side; at += 1) {
    const value = (end + perColumn * ((at & 15) - 7) + perRow * ((at >> 4) - 7) + 16) >> 5;
    guess[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

/**
 * Returns the DC prediction of the 4 by 4 chroma block `column`, `row` (0 or 1) of the 8 by 8 samples at `x`, `y`.
 * Blocks on the diagonal use both edges, the others the nearer one (8.3.4).
 */
export function predictColor({ data, width }: Plane, [x, y]: readonly [number, number], index: number): number {
  const column = index & 1;
  const row = index >> 1;
  const hasAbove = y > 0 && (column === row || column === 1 || x === 0);
  const hasLeft = x > 0 && (column === row || row === 1 || y === 0);
  let sum = 0;
  for (let step = 0; step < 4; step += 1) {
    if (hasAbove) sum += data[(y - 1) * width + x + 4 * column + step] ?? 0;
    if (hasLeft) sum += data[(y + 4 * row + step) * width + x - 1] ?? 0;
  }
  if (hasAbove && hasLeft) return (sum + 4) >> 3;
  return hasAbove || hasLeft ? (sum + 2) >> 2 : 128;
}
