import type { Random } from '../random.ts';
import type { Canvas, Point } from './canvas.ts';
import type { Noise } from './noise.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';

/** The state that every part of an image is painted with. */
export interface Painting {
  readonly canvas: Canvas;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly random: Random;
  readonly noise: Noise;
  /** Row of the horizon. */
  readonly horizon: number;
  /** Center of the sun or moon. */
  readonly light: Point;
}
