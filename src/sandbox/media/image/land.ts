import type { Canvas } from './canvas.ts';
import { mixColors, rgb, type Color } from './color.ts';
import { layerNoise, ramp } from './noise.ts';
import type { Painting } from './painting.ts';

/** The upper edge of a piece of land: a row for each column. */
export type Outline = Float32Array;

/** Shape of a piece of land from left to right. */
export interface RidgeShape {
  /** Mean row of the outline. */
  readonly base: number;
  /** Rows between the lowest and the highest point. */
  readonly relief: number;
  /** Number of features across the shorter side of the image. */
  readonly frequency: number;
  /** 1 is a soft swell, 6 is rock. */
  readonly octaves: number;
  readonly isSharp?: boolean;
}

/** Selects a random part of the noise, so that no two ridges of an image are alike. */
export function createRidge({ canvas, noise, random }: Painting, shape: RidgeShape): Outline {
  const rough = layerNoise(noise, shape.octaves);
  const shift = random() * 200;
  return Float32Array.from({ length: canvas.width }, (_, x) => {
    const value = rough((x / canvas.unit) * shape.frequency + shift, shift);
    const height = shape.isSharp ? 1 - Math.abs(2 * value - 1) * 1.6 : value;
    return shape.base + shape.relief * (0.5 - height);
  });
}

/** Fills the area below an outline, from one color at its edge to another `depth` rows below. */
export function fillBelow(canvas: Canvas, outline: Outline, fill: { edge: Color; foot: Color; depth: number }): void {
  for (let x = 0; x < canvas.width; x += 1) {
    const edge = outline[x] ?? canvas.height;
    const top = Math.max(0, Math.floor(edge));
    for (let y = top; y < canvas.height; y += 1) {
      const color = mixColors(fill.edge, fill.foot, Math.min(1, (y - edge) / fill.depth));
      canvas.blend(x, y, color, y === top ? 1 - (edge - top) : 1);
    }
  }
}

/** Paints ridge before ridge, each less hazy than the one behind it. */
export function paintMountains(painting: Painting): void {
  const { canvas, horizon, palette, scene } = painting;
  const count = 5;
  for (let index = 0; index < count; index += 1) {
    const nearness = index / (count - 1);
    const outline = createRidge(painting, {
      base: horizon - canvas.unit * 0.1 + nearness * (canvas.height - horizon) * 0.85,
      relief: canvas.unit * (0.34 - 0.12 * nearness),
      frequency: 1.7 + nearness * 0.8,
      octaves: 6,
      isSharp: index < 3,
    });
    const color = mixColors(palette.far, palette.near, nearness ** 1.2);
    fillBelow(canvas, outline, { edge: color, foot: mixColors(color, palette.sky[3], 0.5), depth: canvas.unit * 0.34 });
    if (index < 3) paintFlanks(painting, outline, { color, isSnowy: index < 2 || scene.things.includes('snow') });
  }
}

/** Paints lit and shaded slopes, and snow where it stays. */
function paintFlanks(
  painting: Painting,
  outline: Outline,
  { color, isSnowy }: { color: Color; isSnowy: boolean },
): void {
  const { canvas, light, noise, palette, scene } = painting;
  const rock = layerNoise(noise, 4);
  const reach = canvas.unit * 0.16;
  const white = mixColors(rgb(scene.time === 'night' ? 0x8fa4cc : 0xffffff), palette.glow, 0.25);
  const dark = mixColors(color, palette.near, 0.4);
  for (let x = 0; x < canvas.width; x += 1) {
    const edge = outline[x] ?? 0;
    const side = Math.sign(light[0] - x);
    for (let y = Math.ceil(edge); y < Math.min(canvas.height, edge + reach); y += 1) {
      const depth = (y - edge) / reach;
      // Gullies run down and outward from the ridge.
      const slope = rock(((x + (y - edge) * 0.45 * side) / canvas.unit) * 16, (y / canvas.unit) * 5);
      const isLit = ramp(0.44, 0.56, slope);
      const snow = isSnowy ? ramp(0.05, 0, depth - 0.34 + (slope - 0.5) * 0.8) : 0;
      canvas.blend(x, y, dark, (1 - isLit) * 0.45 * (1 - depth));
      canvas.blend(x, y, white, snow * (0.35 + 0.55 * isLit) * (1 - depth * 0.6));
    }
  }
}

/** Paints long soft crests with a bright windward and a dark lee side. */
export function paintDunes(painting: Painting): void {
  const { canvas, horizon, palette } = painting;
  const count = 5;
  const sand = mixColors(rgb(0xe8a25c), palette.sky[3], 0.35);
  for (let index = 0; index < count; index += 1) {
    const nearness = index / (count - 1);
    const outline = createRidge(painting, {
      base: horizon + canvas.unit * 0.02 + nearness ** 1.4 * (canvas.height - horizon) * 0.72,
      relief: canvas.unit * (0.12 + 0.3 * nearness),
      frequency: 1.9 - nearness * 0.6,
      octaves: 2,
      isSharp: index % 2 === 1,
    });
    const bright = mixColors(sand, palette.near, 0.05 + 0.16 * nearness);
    const foot = mixColors(bright, palette.near, 0.3);
    fillBelow(canvas, outline, { edge: bright, foot, depth: canvas.unit * (0.14 + 0.2 * nearness) });
    paintLee(painting, outline, mixColors(bright, palette.near, 0.5));
  }
}

/** Paints the dark side of a dune: where its crest falls away from the light, a wavering edge runs down the slope. */
function paintLee({ canvas, light, noise }: Painting, outline: Outline, color: Color): void {
  const side = light[0] < canvas.width / 2 ? -1 : 1;
  const reach = canvas.unit * 0.5;
  for (let x = 0; x < canvas.width; x += 1) {
    const edge = outline[x] ?? 0;
    for (let y = Math.ceil(edge); y < Math.min(canvas.height, edge + reach); y += 1) {
      const depth = (y - edge) / canvas.unit;
      const waver = (noise(depth * 9 + edge * 0.01, 7) - 0.5) * canvas.unit * 0.03;
      const column = Math.min(canvas.width - 2, Math.max(1, Math.round(x + waver + side * depth * canvas.unit * 0.9)));
      const slope = ((outline[column + 1] ?? 0) - (outline[column - 1] ?? 0)) * side;
      canvas.blend(x, y, color, ramp(0.02, 0.5, -slope) * 0.75 * (1 - depth * 2));
    }
  }
}

/** Paints rolling grassland with flowers in the foreground. */
export function paintMeadow(painting: Painting): void {
  const { canvas, horizon, palette } = painting;
  const count = 5;
  const grass = mixColors(rgb(0x6fa552), palette.near, 0.15);
  for (let index = 0; index < count; index += 1) {
    const nearness = index / (count - 1);
    const outline = createRidge(painting, {
      base: horizon + nearness ** 1.3 * (canvas.height - horizon) * 0.62,
      relief: canvas.unit * (0.12 + 0.1 * nearness),
      frequency: 1.5 - 0.5 * nearness,
      octaves: 3,
    });
    const haze = mixColors(
      palette.far,
      mixColors(grass, palette.near, 0.25 + 0.3 * nearness),
      0.25 + 0.75 * nearness ** 0.6,
    );
    fillBelow(canvas, outline, { edge: mixColors(haze, palette.glow, 0.22), foot: haze, depth: canvas.unit * 0.16 });
  }
  paintFlowers(painting);
}

function paintFlowers({ canvas, horizon, random, palette }: Painting): void {
  const colors = [0xf7d44c, 0xf2785c, 0xffffff, 0xc58be0].map((hex) => mixColors(rgb(hex), palette.near, 0.16));
  const stem = mixColors(rgb(0x2f5a34), palette.near, 0.5);
  const top = horizon + (canvas.height - horizon) * 0.5;
  const flowers = Array.from(
    { length: 420 },
    () => [random() * canvas.width, top + random() ** 0.7 * (canvas.height - top)] as const,
  );
  // The nearer flower covers the farther one.
  for (const [x, y] of flowers.sort((a, b) => a[1] - b[1])) {
    const nearness = (y - top) / (canvas.height - top);
    const size = canvas.unit * (0.0012 + 0.0062 * nearness);
    canvas.line([x, y], [x + size * (random() - 0.5) * 2, y + size * 5], {
      color: stem,
      width: size * 0.35,
      alpha: 0.7,
    });
    canvas.disk([x, y], size, { color: colors[Math.floor(random() * colors.length)] ?? stem, alpha: 0.92 });
  }
}
