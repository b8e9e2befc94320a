import { between, type Random } from '../random.ts';
import type { Plane } from './picture.ts';

/** Increases the luma of a frame at a share (0 to 1) of the film. Brighter samples change less. */
export type Light = (brightness: Plane, time: number) => void;

/** Luma of white in video range. */
const white = 235;

/** Creates a soft patch of light that drifts across the frame, like sunlight after a cloud. */
export function createLight(random: Random): Light {
  const strength = between(random, 0.14, 0.22);
  const height = between(random, 0.25, 0.6);
  const [from, to] = random() < 0.5 ? [-0.15, 1.15] : [1.15, -0.15];
  return ({ width, height: rows, data }, time) => {
    const across = bell(width, { center: from + (to - from) * time, reach: 0.24 });
    const down = bell(rows, { center: height, reach: 0.45 });
    for (let y = 0; y < rows; y += 1) {
      const row = strength * (down[y] ?? 0);
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        const value = data[at] ?? 0;
        data[at] = value + Math.max(0, white - value) * row * (across[x] ?? 0);
      }
    }
  };
}

/** Returns a bell curve over `count` pixels. `center` and `reach` are shares of them. */
function bell(count: number, { center, reach }: { center: number; reach: number }): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => {
    const distance = ((index + 0.5) / count - center) / reach;
    return Math.exp(-(distance ** 2));
  });
}
