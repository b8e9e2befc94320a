import type { Canvas } from './canvas.ts';

/** Pixels in the format of an encoder: red, green, blue, one byte each, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Scales a painting smoothly. Its grain keeps a slow gradient from showing steps. */
export function enlarge(canvas: Canvas, width: number, height: number): Pixels {
  const columns = planSteps(canvas.width, width);
  const data = new Uint8Array(width * height * 3);
  let [upper, lower] = [new Float64Array(width * 3), new Float64Array(width * 3)];
  let [upperRow, lowerRow] = [-1, -1];
  let to = 0;
  for (const { from, next, share } of planSteps(canvas.height, height)) {
    // Neighboring rows of the target are between the same two rows of the painting, which are widened once.
    if (from === lowerRow) [upper, lower, upperRow, lowerRow] = [lower, upper, lowerRow, upperRow];
    if (from !== upperRow) widen(canvas, from, { columns, into: upper });
    if (next !== lowerRow) widen(canvas, next, { columns, into: lower });
    [upperRow, lowerRow] = [from, next];
    for (let at = 0; at < upper.length; at += 1) {
      const above = upper[at] ?? 0;
      data[to] = Math.min(255, Math.round((above + ((lower[at] ?? 0) - above) * share) * 255));
      to += 1;
    }
  }
  return { width, height, data };
}

interface Widening {
  readonly columns: readonly Step[];
  readonly into: Float64Array;
}

/** Scales one row of a painting to the target's width. */
function widen({ data, width }: Canvas, row: number, { columns, into }: Widening): void {
  const start = 3 * row * width;
  let to = 0;
  for (const { from, next, share } of columns) {
    for (let channel = 0; channel < 3; channel += 1) {
      const left = data[start + 3 * from + channel] ?? 0;
      const right = data[start + 3 * next + channel] ?? 0;
      into[to] = left * (1 - share) + right * share;
      to += 1;
    }
  }
}

/** The two source pixels that a target pixel is between, and how near it is to the second. */
interface Step {
  readonly from: number;
  readonly next: number;
  readonly share: number;
}

function planSteps(source: number, target: number): readonly Step[] {
  return Array.from({ length: target }, (_, index) => {
    const position = Math.max(0, ((index + 0.5) * source) / target - 0.5);
    const from = Math.floor(position);
    return { from, next: Math.min(source - 1, from + 1), share: position - from };
  });
}
