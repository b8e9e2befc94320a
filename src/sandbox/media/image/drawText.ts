import type { Color, Point } from './canvas.ts';
import type { Pixels } from './enlarge.ts';
import { capHeight, layOutText } from './layOutText.ts';

/** The look of a line of text. */
interface TextStyle {
  /** Left edge and baseline in pixels. */
  readonly x: number;
  readonly y: number;
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

/** Draws one line with round, smooth strokes. Returns the x where it ends. */
export function drawText(pixels: Pixels, text: string, style: TextStyle): number {
  const scale = style.size / capHeight;
  const radius = (style.size * (style.weight ?? 0.115)) / 2;
  const { strokes, width } = layOutText(text);
  const top = Math.max(0, Math.floor(style.y - style.size * 1.5 - radius));
  const area = { width: pixels.width, height: Math.ceil(style.size * 2 + 2 * radius) };
  const coverage = new Float32Array(area.width * area.height);
  for (const stroke of strokes) {
    const points = stroke.map(([x, y]): Point => [style.x + x * scale, style.y - y * scale - top]);
    // A dot is a stroke without length. It needs more weight to be visible.
    const isDot = stroke[0]?.join() === stroke[1]?.join();
    points.slice(1).forEach((to, index) => {
      coverLine(coverage, area, { from: points[index] ?? to, to, radius: isDot ? radius * 1.35 : radius });
    });
  }
  coverage.forEach((covered, at) => {
    const pixel = { x: at % area.width, y: top + Math.floor(at / area.width), color: style.color };
    blendPixel(pixels, { ...pixel, alpha: covered * (style.alpha ?? 1) });
  });
  return style.x + width * scale;
}

/** Strokes of one letter overlap. The strongest coverage counts, so that joints do not thicken. */
function coverLine(
  coverage: Float32Array,
  area: { readonly width: number; readonly height: number },
  { from: [x1, y1], to: [x2, y2], radius }: { from: Point; to: Point; radius: number },
): void {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const bottom = Math.min(area.height - 1, Math.ceil(Math.max(y1, y2) + radius));
  const right = Math.min(area.width - 1, Math.ceil(Math.max(x1, x2) + radius));
  for (let y = Math.max(0, Math.floor(Math.min(y1, y2) - radius)); y <= bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(Math.min(x1, x2) - radius)); x <= right; x += 1) {
      const [px, py] = [x + 0.5 - x1, y + 0.5 - y1];
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const distance = Math.hypot(px - along * dx, py - along * dy);
      const at = y * area.width + x;
      coverage[at] = Math.max(coverage[at] ?? 0, Math.min(1, radius + 0.5 - distance));
    }
  }
}

/** Blends a color into a pixel. Does nothing outside the image. */
export function blendPixel(
  { width, height, data }: Pixels,
  { x, y, color, alpha }: { x: number; y: number; color: Color; alpha: number },
): void {
  if (x < 0 || y < 0 || x >= width || y >= height || alpha <= 0) return;
  const at = (y * width + x) * 3;
  for (const [channel, value] of color.entries()) {
    const old = data[at + channel] ?? 0;
    data[at + channel] = old + (value * 255 - old) * alpha;
  }
}
