export interface ScrollView {
  /** First visible pixel. */
  readonly offset: number;
  /** Visible pixels. */
  readonly length: number;
  /** Pixels from one item to the next. */
  readonly pitch: number;
  readonly count: number;
}

/** Number of items outside the view that are kept ready, on each side. */
const overscan = 6;

/** Returns the items of a long strip that need an element: `[start, end)`. */
export function windowRange({ offset, length, pitch, count }: ScrollView): { start: number; end: number } {
  const first = Math.floor(offset / pitch) - overscan;
  const end = Math.ceil((offset + length) / pitch) + overscan;
  return { start: Math.min(Math.max(first, 0), count), end: Math.min(Math.max(end, 0), count) };
}

/** Returns the scroll offset that shows item `index` with the least movement. */
export function offsetToShow({ offset, length, pitch }: ScrollView, index: number): number {
  const start = index * pitch;
  if (start < offset) return start;
  return Math.max(offset, start + pitch - length);
}
