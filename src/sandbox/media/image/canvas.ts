/** Red, green and blue in sRGB, 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

/** Returns the color for `0xrrggbb`. */
export function rgb(hex: number): Color {
  return [((hex >> 16) & 255) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];
}

/** Mixes two colors. `share` 0 is `from`, 1 is `to`. */
export function mixColors(from: Color, to: Color, share: number): Color {
  const mixed = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return [mixed(0), mixed(1), mixed(2)];
}

/** Position in pixels. Fractions are allowed. */
export type Point = readonly [x: number, y: number];

/** Number of sub-rows over which the coverage of an edge is averaged. */
const subRows = 4;

/** Pixels to paint on. Coordinates and lengths are in pixels, from the upper left corner. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three values per pixel, row by row. */
  readonly data: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Float32Array(width * height * 3);
  }

  /** The shorter side. The sizes of painted things are relative to it. */
  get unit(): number {
    return Math.min(this.width, this.height);
  }

  blend(x: number, y: number, color: Color, alpha: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height || alpha <= 0) return;
    const at = (y * this.width + x) * 3;
    const { data } = this;
    for (let channel = 0; channel < 3; channel += 1) {
      const old = data[at + channel] ?? 0;
      data[at + channel] = old + ((color[channel as 0 | 1 | 2] ?? 0) - old) * alpha;
    }
  }

  colorAt(x: number, y: number): Color {
    const column = Math.min(this.width - 1, Math.max(0, Math.round(x)));
    const row = Math.min(this.height - 1, Math.max(0, Math.round(y)));
    const at = (row * this.width + column) * 3;
    return [this.data[at] ?? 0, this.data[at + 1] ?? 0, this.data[at + 2] ?? 0];
  }

  /** Adds light that fades with the square of the distance and is 0 at `radius`. */
  glow(center: Point, radius: number, { color, strength }: { readonly color: Color; readonly strength: number }): void {
    this.#eachNear(center, radius, (x, y, distance) => {
      // Blends with "screen" instead of a sum, so that light never turns a color into flat white.
      const light = (1 - distance / radius) ** 2 * strength;
      const [red, green, blue] = this.colorAt(x, y);
      const lit = (old: number, added: number): number => 1 - (1 - old) * (1 - added * light);
      this.blend(x, y, [lit(red, color[0]), lit(green, color[1]), lit(blue, color[2])], 1);
    });
  }

  disk(center: Point, radius: number, { color, alpha = 1 }: { readonly color: Color; readonly alpha?: number }): void {
    this.#eachNear(center, radius + 1, (x, y, distance) => {
      this.blend(x, y, color, alpha * Math.min(1, Math.max(0, radius + 0.5 - distance)));
    });
  }

  /** Fills a closed outline with the even-odd rule. */
  polygon(points: readonly Point[], color: Color, alpha = 1): void {
    const top = Math.max(0, Math.floor(Math.min(...points.map(([, y]) => y))));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(...points.map(([, y]) => y))));
    const coverage = new Float32Array(this.width);
    for (let y = top; y <= bottom; y += 1) {
      coverage.fill(0);
      for (let sub = 0; sub < subRows; sub += 1) this.#coverRow(points, y + (sub + 0.5) / subRows, coverage);
      for (let x = 0; x < this.width; x += 1) this.blend(x, y, color, (coverage[x] ?? 0) * alpha);
    }
  }

  /** Fills the box between two corners. */
  box(
    [x1, y1]: Point,
    [x2, y2]: Point,
    { color, alpha = 1 }: { readonly color: Color; readonly alpha?: number },
  ): void {
    const corners = [x1, x1, x2, x2].map((x, index): Point => [x, index % 3 === 0 ? y1 : y2]);
    this.polygon(corners, color, alpha);
  }

  #eachNear(center: Point, radius: number, paint: (x: number, y: number, distance: number) => void): void {
    const [cx, cy] = center;
    const bottom = Math.min(this.height - 1, Math.ceil(cy + radius));
    const right = Math.min(this.width - 1, Math.ceil(cx + radius));
    for (let y = Math.max(0, Math.floor(cy - radius)); y <= bottom; y += 1) {
      for (let x = Math.max(0, Math.floor(cx - radius)); x <= right; x += 1) {
        const distance = Math.hypot(x + 0.5 - cx, y + 0.5 - cy);
        if (distance < radius) paint(x, y, distance);
      }
    }
  }

  /** Adds to each pixel of a row its share inside the outline, measured along one horizontal line. */
  #coverRow(points: readonly Point[], y: number, coverage: Float32Array): void {
    const crossings: number[] = [];
    points.forEach(([x1, y1], index) => {
      const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
      if (y1 <= y !== y2 <= y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    });
    crossings.sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const start = Math.max(0, crossings[index] ?? 0);
      const end = Math.min(this.width, crossings[index + 1] ?? 0);
      for (let x = Math.floor(start); x < end; x += 1) {
        coverage[x] = (coverage[x] ?? 0) + (Math.min(end, x + 1) - Math.max(start, x)) / subRows;
      }
    }
  }
}
