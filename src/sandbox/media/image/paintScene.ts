import { assertNever } from '../../../core/support/assertNever.ts';
import type { Seed } from '../mediaSpec.ts';
import { between, createRandom } from '../random.ts';
import { Canvas } from './canvas.ts';
import { paintCity } from './city.ts';
import { paintDunes, paintMeadow, paintMountains } from './land.ts';
import { createNoise } from './noise.ts';
import type { Painting } from './painting.ts';
import { createPalette } from './palette.ts';
import { readScene } from './scene.ts';
import { paintSky } from './sky.ts';
import { paintSpace } from './space.ts';
import { finishStyle } from './style.ts';
import { paintThing } from './things.ts';
import { paintForest } from './trees.ts';
import { paintSea } from './water.ts';

/** Things that look odd in space. */
const needsGround = new Set(['lighthouse', 'cabin', 'tree', 'cat', 'birds', 'balloon']);

/** Paints what the prompt suggests. Prompt and seed decide everything. The size only crops and scales. */
export function paintScene(
  { prompt, seed }: { prompt: string; seed: Seed },
  ...[width, height]: readonly [width: number, height: number]
): Canvas {
  const random = createRandom(`image ${String(seed)} ${prompt}`);
  const scene = readScene(prompt, random);
  const palette = createPalette(scene, random);
  const horizon = Math.round(height * between(random, 0.56, 0.62));
  const isLow = scene.time === 'dawn' || scene.time === 'sunset';
  const lightX = width * (random() < 0.5 ? between(random, 0.3, 0.42) : between(random, 0.58, 0.7));
  const lightY = horizon * (isLow ? between(random, 0.72, 0.84) : between(random, 0.24, 0.38));
  const painting: Painting = {
    canvas: new Canvas(width, height),
    scene,
    palette,
    random,
    noise: createNoise(random),
    horizon,
    light: [lightX, lightY],
  };
  paintSky(painting);
  paintPlace(painting);
  for (const thing of scene.things) {
    if (scene.place !== 'space' || !needsGround.has(thing)) paintThing(painting, thing);
  }
  finishStyle(painting);
  return painting.canvas;
}

function paintPlace(painting: Painting): void {
  const { place } = painting.scene;
  switch (place) {
    case 'sea':
      return paintSea(painting);
    case 'mountains':
      return paintMountains(painting);
    case 'forest':
      return paintForest(painting);
    case 'city':
      return paintCity(painting);
    case 'desert':
      return paintDunes(painting);
    case 'meadow':
      return paintMeadow(painting);
    case 'space':
      return paintSpace(painting);
    default:
      return assertNever(place);
  }
}
