import type { Canvas } from '../image/canvas.ts';
import { toShade } from './colorSpace.ts';

/** A plane with fractions, so that a slow move over a gradient shows no steps. */
export interface SmoothPlane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** The painting that the camera moves over: luma at full size, chroma at half. */
export interface VideoPainting {
  readonly brightness: SmoothPlane;
  readonly blueness: SmoothPlane;
  readonly redness: SmoothPlane;
}

/** Converts a painting to luma and chroma. Its sizes must be even. */
export function toVideoPainting({ width, height, data }: Canvas): VideoPainting {
  const brightness = createSmoothPlane(width, height);
  const blueness = createSmoothPlane(width / 2, height / 2);
  const redness = createSmoothPlane(width / 2, height / 2);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const shade = toShade(data[3 * at] ?? 0, data[3 * at + 1] ?? 0, data[3 * at + 2] ?? 0);
      brightness.data[at] = shade[0];
      // A chroma value is the mean of four pixels.
      const half = (y >> 1) * (width / 2) + (x >> 1);
      blueness.data[half] = (blueness.data[half] ?? 0) + shade[1] / 4;
      redness.data[half] = (redness.data[half] ?? 0) + shade[2] / 4;
    }
  }
  return { brightness, blueness, redness };
}

function createSmoothPlane(width: number, height: number): SmoothPlane {
  return { width, height, data: new Float32Array(width * height) };
}
