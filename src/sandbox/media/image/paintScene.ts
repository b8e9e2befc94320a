import type { Seed } from '../mediaSpec.ts';
import { between, createRandom } from '../random.ts';
import { Canvas } from './canvas.ts';
import { createNoise } from './noise.ts';
import { paintCity, paintHills, paintSea } from './places.ts';
import { createPalette, readScene, type Painting } from './scene.ts';
import { paintSky } from './sky.ts';
import { darkenCorners, washColors } from './style.ts';
import { paintThing } from './things.ts';

const painters = { sea: paintSea, city: paintCity, hills: paintHills } as const;

/** Paints what the prompt suggests. Prompt and seed decide everything. The size only crops and scales. */
export function paintScene(
  { prompt, seed }: { prompt: string; seed: Seed },
  ...[width, height]: readonly [width: number, height: number]
): Canvas {
  const random = createRandom(`image ${String(seed)} ${prompt}`);
  const scene = readScene(prompt, random);
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
