import { between } from '../random.ts';
import { mixColors, rgb, type Canvas, type Color } from './canvas.ts';
import { layerNoise, ramp } from './noise.ts';
import type { Painting } from './scene.ts';

/**
 * Shape of a piece of land: the mean row of its outline, the rows between its lowest and highest point, features across
 * the shorter side of the image, and octaves of noise, from 1 (a soft swell) to 6 (rock).
 */
interface RidgeShape {
  readonly base: number;
  readonly relief: number;
  readonly frequency: number;
  readonly octaves: number;
  readonly isSharp?: boolean;
}

/** Returns the row of the upper edge for each column, from a random part of the noise. */
export function createRidge({ canvas, noise, random }: Painting, shape: RidgeShape): Float32Array {
  const rough = layerNoise(noise, shape.octaves);
  const shift = random() * 200;
  return Float32Array.from({ length: canvas.width }, (_, x) => {
    const value = rough((x / canvas.unit) * shape.frequency + shift, shift);
    const height = shape.isSharp ? 1 - Math.abs(2 * value - 1) * 1.6 : value;
    return shape.base + shape.relief * (0.5 - height);
  });
}

/** Fills the area below an outline, from one color at its edge to another `depth` rows below. */
export function fillBelow(
  canvas: Canvas,
  outline: Float32Array,
  fill: { edge: Color; foot: Color; depth: number },
): void {
  for (const [x, edge] of outline.entries()) {
    const top = Math.max(0, Math.floor(edge));
    for (let y = top; y < canvas.height; y += 1) {
      const color = mixColors(fill.edge, fill.foot, Math.min(1, (y - edge) / fill.depth));
      canvas.blend(x, y, color, y === top ? 1 - (edge - top) : 1);
    }
  }
}

/**
 * Paints one ridge in front of another, each less hazy than the one behind it. The farthest are rocks, the nearest
 * meadows.
 */
export function paintHills(painting: Painting): void {
  const { canvas, horizon, palette, scene } = painting;
  const count = 6;
  const grass = mixColors(rgb(0x5f9152), palette.near, scene.time === 'day' ? 0.4 : 0.85);
  for (let index = 0; index < count; index += 1) {
    const nearness = index / (count - 1);
    const outline = createRidge(painting, {
      base: horizon - canvas.unit * 0.08 + nearness ** 1.2 * (canvas.height - horizon) * 0.8,
      relief: canvas.unit * (0.36 - 0.24 * nearness),
      frequency: 1.7 - 0.4 * nearness,
      octaves: index < 3 ? 6 : 3,
      isSharp: index < 2,
    });
    const color = mixColors(palette.far, grass, nearness ** 0.9);
    const edge = mixColors(color, palette.glow, 0.2 * (1 - nearness));
    fillBelow(canvas, outline, {
      edge,
      foot: mixColors(color, palette.sky[3], 0.4 * (1 - nearness)),
      depth: canvas.unit * 0.2,
    });
  }
}

/** Paints rows of houses against the sky, with lit windows, mirrored in a river. */
export function paintCity(painting: Painting): void {
  const { canvas, palette } = painting;
  for (const nearness of [0, 0.5, 1]) {
    const color = mixColors(palette.far, palette.near, 0.2 + 0.75 * nearness);
    let x = -canvas.unit * 0.02;
    while (x < canvas.width) x += paintTower(painting, { x, nearness, color });
  }
  paintWater(painting);
}

/** Returns the distance to the next tower. */
function paintTower(painting: Painting, { x, nearness, color }: { x: number; nearness: number; color: Color }): number {
  const { canvas, horizon, palette, random, scene } = painting;
  const width = canvas.unit * between(random, 0.035, 0.075) * (1 + 0.35 * nearness);
  // Towers are denser and higher in the middle of a city.
  const middle = 1 - Math.abs((x + width / 2) / canvas.width - 0.5) * 1.1;
  const top = horizon - canvas.unit * (0.06 + middle * between(random, 0.1, 0.42) * (1 - 0.45 * nearness));
  canvas.box([x, top], [x + width, horizon + 1], { color });
  const inset = width * between(random, 0.1, 0.4);
  if (random() < 0.5) canvas.box([x + inset, top - inset], [x + width - inset, top + 1], { color });
  const pitch = canvas.unit * 0.0125;
  const lit = scene.time === 'day' ? 0.05 : 0.12 + 0.3 * nearness;
  for (let row = top + pitch; row < horizon - pitch; row += pitch) {
    for (let column = x + pitch * 0.6; column < x + width - pitch * 0.7; column += pitch * 0.85) {
      const lamp = { color: palette.lamp, alpha: between(random, 0.45, 1) };
      if (random() < lit) canvas.box([column, row], [column + pitch * 0.4, row + pitch * 0.5], lamp);
    }
  }
  return width * between(random, 0.86, 1.15);
}

/** Paints open water with a far shore. */
export function paintSea(painting: Painting): void {
  const { canvas, horizon, palette } = painting;
  for (const [index, relief] of [0.26, 0.1].entries()) {
    const shape = { base: horizon, relief: canvas.unit * relief, frequency: 1.3 + index, octaves: 5 };
    const edge = mixColors(palette.far, palette.near, index * 0.18);
    const foot = mixColors(edge, palette.sky[3], 0.55);
    fillBelow(canvas, createRidge(painting, shape), { edge, foot, depth: canvas.unit * 0.08 });
  }
  paintWater(painting);
}

/** Turns everything below the horizon into water, which mirrors what is painted above, and the light. */
function paintWater({ canvas, horizon, palette, noise, light }: Painting): void {
  const waves = layerNoise(noise, 3);
  const deep = mixColors(palette.sky[0], palette.near, 0.4);
  for (let y = Math.round(horizon); y < canvas.height; y += 1) {
    const nearness = (y - horizon) / (canvas.height - horizon);
    // Waves look longer and flatter toward the horizon.
    const stretch = 1.1 / (0.03 + nearness * 0.55);
    for (let x = 0; x < canvas.width; x += 1) {
      const across = ((x - canvas.width / 2) / canvas.unit) * stretch;
      const wave = waves(across + 40, Math.log(0.03 + nearness) * 11 + 60);
      const sway = (wave - 0.5) * canvas.unit * (0.02 + 0.1 * nearness);
      const mirrored = canvas.colorAt(x + sway * 0.6, horizon - 1 - (y - horizon) * 0.85 + sway);
      const body = mixColors(mixColors(mirrored, palette.sky[2], 0.15), deep, 0.22 + 0.42 * nearness);
      canvas.blend(x, y, mixColors(body, deep, ramp(0.5, 0.2, wave) * 0.35), 1);
      const width = canvas.unit * (0.03 + 0.16 * nearness);
      const path = Math.exp(-(((x - light[0]) / width) ** 2));
      canvas.blend(x, y, palette.glow, path * 0.3);
      canvas.blend(x, y, palette.disk, ramp(0.5, 0.62, wave) * path * (0.9 - 0.3 * nearness));
    }
  }
}
