import type { GridLine } from './grid.ts';

/** Positions of the lines of the sheet, in CSS pixels. */
export interface LineLayout {
  /** Top of each line, and the end of the last one. */
  readonly tops: readonly number[];
  readonly height: number;
}

/** Lines outside the view that are kept ready, on each side. */
const overscan = 2;

export function layOut(lines: readonly GridLine[], heights: Readonly<Record<GridLine['kind'], number>>): LineLayout {
  const tops = [0];
  let top = 0;
  for (const { kind } of lines) tops.push((top += heights[kind]));
  return { tops, height: top };
}

/** Returns the lines that need an element: `[start, end)`. */
export function linesToShow(
  { tops }: LineLayout,
  offset: number,
  length: number,
): { readonly start: number; readonly end: number } {
  const count = tops.length - 1;
  const first = findLine(tops, offset) - overscan;
  const end = findLine(tops, offset + length) + 1 + overscan;
  return { start: Math.min(Math.max(first, 0), count), end: Math.min(Math.max(end, 0), count) };
}

export function offsetOfLine({ tops }: LineLayout, line: number): { readonly top: number; readonly height: number } {
  const top = tops[line] ?? 0;
  return { top, height: (tops[line + 1] ?? top) - top };
}

/** Returns the last line that begins at this offset or above it. */
function findLine(tops: readonly number[], offset: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
