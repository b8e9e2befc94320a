import type { JsonValue } from '../../support/json/json.ts';

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Parses `1024*768` or `1024x768` in pixels. Null for a resolution class and for any other value. */
export function parsePixelSize(value: JsonValue | undefined): PixelSize | null {
  const [, width, height] = typeof value === 'string' ? (/^(\d+)[x*](\d+)$/.exec(value) ?? []) : [];
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) };
}

export function pixelsOf({ width, height }: PixelSize): number {
  return width * height;
}

/** Returns the ratio of the long edge to the short one. Infinite if an edge is 0. */
export function ratioOf({ width, height }: PixelSize): number {
  return Math.max(width, height) / Math.min(width, height);
}
