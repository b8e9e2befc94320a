import type { Canvas } from './canvas.ts';

/** Pixels in the format of an encoder: red, green, blue, one byte each, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Scales a painting smoothly (Catmull-Rom) and dithers it, so that a slow gradient shows no steps. */
export function enlarge(canvas: Canvas, width: number, height: number): Pixels {
  const wide = enlargeRows(canvas, width);
  const rows = planSteps(canvas.height, height);
  const data = new Uint8Array(width * height * 3);
  const rowLength = width * 3;
  for (let y = 0; y < height; y += 1) {
    const { first, weights } = rows[y] ?? noStep;
    const starts = weights.map((_, tap) => Math.min(canvas.height - 1, Math.max(0, first + tap)) * rowLength);
    const [a = 0, b = 0, c = 0, d = 0] = weights;
    const [rowA = 0, rowB = 0, rowC = 0, rowD = 0] = starts;
    for (let at = 0; at < rowLength; at += 1) {
      const value =
        a * (wide[rowA + at] ?? 0) +
        b * (wide[rowB + at] ?? 0) +
        c * (wide[rowC + at] ?? 0) +
        d * (wide[rowD + at] ?? 0);
      data[y * rowLength + at] = Math.min(255, Math.max(0, value * 255 + ditherAt((at / 3) | 0, y)));
    }
  }
  return { width, height, data };
}

function enlargeRows(canvas: Canvas, width: number): Float32Array {
  const steps = planSteps(canvas.width, width);
  const wide = new Float32Array(width * canvas.height * 3);
  for (let x = 0; x < width; x += 1) {
    const { first, weights } = steps[x] ?? noStep;
    const columns = weights.map((_, tap) => Math.min(canvas.width - 1, Math.max(0, first + tap)) * 3);
    const [a = 0, b = 0, c = 0, d = 0] = weights;
    const [atA = 0, atB = 0, atC = 0, atD = 0] = columns;
    for (let y = 0; y < canvas.height; y += 1) {
      const row = y * canvas.width * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = row + channel;
        wide[(y * width + x) * 3 + channel] =
          a * (canvas.data[at + atA] ?? 0) +
          b * (canvas.data[at + atB] ?? 0) +
          c * (canvas.data[at + atC] ?? 0) +
          d * (canvas.data[at + atD] ?? 0);
      }
    }
  }
  return wide;
}

interface Step {
  /** Index of the first of four source pixels. It may be outside the source. */
  readonly first: number;
  readonly weights: readonly number[];
}

const noStep: Step = { first: 0, weights: [1, 0, 0, 0] };

function planSteps(from: number, to: number): readonly Step[] {
  return Array.from({ length: to }, (_, index) => {
    const position = ((index + 0.5) * from) / to - 0.5;
    const whole = Math.floor(position);
    const t = position - whole;
    return {
      first: whole - 1,
      weights: [
        0.5 * (-t + 2 * t * t - t * t * t),
        0.5 * (2 - 5 * t * t + 3 * t * t * t),
        0.5 * (t + 4 * t * t - 3 * t * t * t),
        0.5 * (-t * t + t * t * t),
      ],
    };
  });
}

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const;

/** Returns the threshold of an ordered dither, 0 to 1. Noise would make the file several times larger. */
function ditherAt(x: number, y: number): number {
  return ((bayer[((y & 3) << 2) | (x & 3)] ?? 0) + 0.5) / 16;
}
