import type { Seed } from '../taskBody.ts';
import { between, createRandom } from '../random.ts';
import { Canvas, mixColors, rgb } from './canvas.ts';
import { createNoise, layerNoise, ramp } from './noise.ts';
import { paintCity, paintHills, paintSea } from './places.ts';
import { createPalette, parseScene, type Painting } from './scene.ts';
import { paintSky } from './sky.ts';
import { paintThing } from './things.ts';

const painters = { sea: paintSea, city: paintCity, hills: paintHills } as const;

/** Paints what the prompt suggests. Prompt and seed decide everything. The size only crops and scales. */
export function paintScene(
  { prompt, seed }: { prompt: string; seed: Seed },
  ...[width, height]: readonly [width: number, height: number]
): Canvas {
  const random = createRandom(`image ${String(seed)} ${prompt}`);
  const scene = parseScene(prompt, random);
  const horizon = Math.round(height * between(random, 0.56, 0.62));
  const isLow = scene.time === 'dawn' || scene.time === 'sunset';
  const painting: Painting = {
    canvas: new Canvas(width, height),
    scene,
    palette: createPalette(scene.time, random),
    random,
    noise: createNoise(random),
    horizon,
    light: [
      width * (random() < 0.5 ? between(random, 0.3, 0.42) : between(random, 0.58, 0.7)),
      horizon * (isLow ? between(random, 0.66, 0.8) : between(random, 0.24, 0.38)),
    ],
  };
  paintSky(painting);
  painters[scene.place](painting);
  for (const thing of scene.things) paintThing(painting, thing);
  if (scene.isWatercolor) washColors(painting);
  else darkenCorners(painting);
  return painting.canvas;
}

const paper = rgb(0xfbf6ea);

/** Paints pigment that gathers in blotches, white grain of paper, and a ragged painted edge. */
function washColors({ canvas, noise }: Painting): void {
  const blotches = layerNoise(noise, 4);
  const { width, height, unit } = canvas;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / unit, y / unit];
      const pigment = blotches(u * 5 + 11, v * 5);
      const grain = noise(u * 260, v * 260) * 0.6 + noise(u * 120 + 5, v * 120) * 0.4;
      const edge = Math.min(x, y, width - 1 - x, height - 1 - y) / unit;
      const inside = ramp(0.012, 0.03, edge - (blotches(u * 9, v * 9 + 40) - 0.5) * 0.035);
      canvas.blend(x, y, paper, 0.14 * ramp(0.45, 0.75, pigment) + 0.11 * ramp(0.5, 0.9, grain));
      const dried = inside * (1 - ramp(0.03, 0.055, edge)) * ramp(0.4, 0.6, pigment);
      const dark = mixColors(canvas.colorAt(x, y), [0.1, 0.1, 0.2], 0.5);
      canvas.blend(x, y, dark, 0.2 * ramp(0.5, 0.25, pigment) + 0.28 * dried);
      canvas.blend(x, y, paper, 1 - inside);
    }
  }
}

function darkenCorners({ canvas, noise }: Painting): void {
  for (let y = 0; y < canvas.height; y += 1) {
    for (let x = 0; x < canvas.width; x += 1) {
      const [dx, dy] = [x / canvas.width - 0.5, y / canvas.height - 0.5];
      const grain = (noise(x * 0.9 + 3, y * 0.9) - 0.5) * 0.03;
      canvas.blend(x, y, [0.02, 0.02, 0.06], Math.min(1, Math.max(0, (dx * dx + dy * dy) * 0.62 + grain)));
    }
  }
}
