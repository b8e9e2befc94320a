import type { Color } from './color.ts';
import type { Pixels } from './enlarge.ts';
import { capHeight, layOutText, type Segment } from './strokeFont.ts';

/** The look of a line of text. */
export interface TextStyle {
  /** Height of a capital in pixels. */
  readonly size: number;
  readonly color: Color;
  readonly alpha?: number;
  /** Thickness of the strokes relative to the height of a capital. */
  readonly weight?: number;
}

/** Returns the width in pixels of a line whose capitals are `size` pixels high. */
export function measureText(text: string, size: number): number {
  return (layOutText(text).width * size) / capHeight;
}

/** Draws one line with round, smooth strokes. `x` is its left edge, `y` its baseline. Returns the x where it ends. */
export function drawText(
  pixels: Pixels,
  text: string,
  style: TextStyle & { readonly x: number; readonly y: number },
): number {
  const scale = style.size / capHeight;
  const radius = (style.size * (style.weight ?? 0.115)) / 2;
  const { segments, width } = layOutText(text);
  const box = {
    left: Math.floor(style.x - radius - 1),
    top: Math.floor(style.y - style.size * 1.5 - radius),
    width: Math.ceil(width * scale + 2 * radius + 3),
    height: Math.ceil(style.size * 2 + 2 * radius),
  };
  const coverage = new Float32Array(box.width * box.height);
  for (const { x1, y1, x2, y2 } of segments) {
    const toX = (x: number): number => style.x + x * scale - box.left;
    const toY = (y: number): number => style.y - y * scale - box.top;
    // A dot is a stroke without length. It needs more weight to be visible.
    const isDot = x1 === x2 && y1 === y2;
    coverSegment(coverage, box, {
      segment: { x1: toX(x1), y1: toY(y1), x2: toX(x2), y2: toY(y2) },
      radius: isDot ? radius * 1.35 : radius,
    });
  }
  blendCoverage(pixels, coverage, { ...box, color: style.color, alpha: style.alpha ?? 1 });
  return style.x + width * scale;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Strokes of one letter overlap. The strongest coverage counts, so that joints do not thicken. */
function coverSegment(
  coverage: Float32Array,
  box: Box,
  { segment, radius }: { segment: Segment; radius: number },
): void {
  const { x1, y1, x2, y2 } = segment;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const bottom = Math.min(box.height - 1, Math.ceil(Math.max(y1, y2) + radius));
  const right = Math.min(box.width - 1, Math.ceil(Math.max(x1, x2) + radius));
  for (let y = Math.max(0, Math.floor(Math.min(y1, y2) - radius)); y <= bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(Math.min(x1, x2) - radius)); x <= right; x += 1) {
      const [px, py] = [x + 0.5 - x1, y + 0.5 - y1];
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const distance = Math.hypot(px - along * dx, py - along * dy);
      const covered = Math.min(1, Math.max(0, radius + 0.5 - distance));
      const at = y * box.width + x;
      if (covered > (coverage[at] ?? 0)) coverage[at] = covered;
    }
  }
}

function blendCoverage(
  pixels: Pixels,
  coverage: Float32Array,
  { left, top, width, height, color, alpha }: Box & { left: number; top: number; color: Color; alpha: number },
): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const covered = coverage[y * width + x] ?? 0;
      if (covered > 0) blendPixel(pixels, { x: left + x, y: top + y, color, alpha: covered * alpha });
    }
  }
}

/** Blends a color into a pixel. Does nothing outside the image. */
export function blendPixel(
  { width, height, data }: Pixels,
  { x, y, color, alpha }: { x: number; y: number; color: Color; alpha: number },
): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = (y * width + x) * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const old = data[at + channel] ?? 0;
    data[at + channel] = old + ((color[channel as 0 | 1 | 2] ?? 0) * 255 - old) * alpha;
  }
}
