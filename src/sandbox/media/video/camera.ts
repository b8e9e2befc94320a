import { between, type Random } from '../random.ts';
import type { Plane } from './picture.ts';
import type { SmoothPlane } from './painting.ts';

/** The visible part of a painting. All values are shares of the painting's width and height. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Returns the view of the camera at a share (0 to 1) of the film. */
export type Camera = (time: number) => View;

/** Creates a slow move between a wide view and a closer one, in either direction. It starts and ends gently. */
export function createCamera(random: Random): Camera {
  const wide = placeView(random, between(random, 0.94, 0.99));
  const close = placeView(random, between(random, 0.7, 0.78));
  const [from, to] = random() < 0.65 ? [wide, close] : [close, wide];
  return (time) => {
    const share = time - Math.sin(2 * Math.PI * time) / (4 * Math.PI);
    const mix = (key: keyof View): number => from[key] + (to[key] - from[key]) * share;
    return { left: mix('left'), top: mix('top'), size: mix('size') };
  };
}

function placeView(random: Random, size: number): View {
  const room = 1 - size;
  return { left: room * random(), top: room * between(random, 0.2, 0.8), size };
}

/** Fills `target` with the camera's view and interpolates between pixels. */
export function takePicture(source: SmoothPlane, target: Plane, { left, top, size }: View): void {
  const columns = planSteps({ from: left, size, source: source.width, target: target.width });
  const rows = planSteps({ from: top, size, source: source.height, target: target.height });
  for (let y = 0; y < target.height; y += 1) {
    const above = (rows.first[y] ?? 0) * source.width;
    const down = rows.share[y] ?? 0;
    for (let x = 0; x < target.width; x += 1) {
      const at = above + (columns.first[x] ?? 0);
      const below = at + source.width;
      const across = columns.share[x] ?? 0;
      const upper = (source.data[at] ?? 0) * (1 - across) + (source.data[at + 1] ?? 0) * across;
      const lower = (source.data[below] ?? 0) * (1 - across) + (source.data[below + 1] ?? 0) * across;
      target.data[y * target.width + x] = upper + (lower - upper) * down + 0.5;
    }
  }
}

interface Span {
  readonly from: number;
  readonly size: number;
  /** Pixels in the source and in the target. */
  readonly source: number;
  readonly target: number;
}

/** Returns, for each target pixel, the source pixel before it and its distance from that one. */
function planSteps({ from, size, source, target }: Span): { first: Int32Array; share: Float32Array } {
  const first = new Int32Array(target);
  const share = new Float32Array(target);
  for (let index = 0; index < target; index += 1) {
    const position = (from + ((index + 0.5) / target) * size) * source - 0.5;
    const whole = Math.min(source - 2, Math.max(0, Math.floor(position)));
    first[index] = whole;
    share[index] = Math.min(1, Math.max(0, position - whole));
  }
  return { first, share };
}
