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
  const rows = planSteps(canvas.height, height);
  const data = new Uint8Array(width * height * 3);
  let to = 0;
  for (const row of rows) {
    const above = row.from * canvas.width;
    const below = row.next * canvas.width;
    for (const { from, next, share } of columns) {
      for (let channel = 0; channel < 3; channel += 1) {
        const sampleAt = (at: number): number => canvas.data[3 * at + channel] ?? 0;
        const upper = sampleAt(above + from) * (1 - share) + sampleAt(above + next) * share;
        const lower = sampleAt(below + from) * (1 - share) + sampleAt(below + next) * share;
        data[to] = Math.min(255, Math.round((upper + (lower - upper) * row.share) * 255));
        to += 1;
      }
    }
  }
  return { width, height, data };
}

/** Returns, for each target pixel, the two source pixels that it is between, and how near it is to the second. */
function planSteps(source: number, target: number): readonly { from: number; next: number; share: number }[] {
  return Array.from({ length: target }, (_, index) => {
    const position = Math.max(0, ((index + 0.5) * source) / target - 0.5);
    const from = Math.floor(position);
    return { from, next: Math.min(source - 1, from + 1), share: position - from };
  });
}
