import { drawCaption, type CaptionSpec } from '../image/caption.ts';
import type { Pixels } from '../image/enlarge.ts';
import { black, toShade } from './colorSpace.ts';
import type { Picture, Plane } from './picture.ts';

/** The drawing over every frame: the share of the frame that remains visible, and the value that is added. */
interface OverlayPlane {
  readonly rest: Float32Array;
  readonly added: Float32Array;
}

/** Draws the caption into a frame, and a line below it that grows with the film. */
export type Overlay = (picture: Picture, time: number) => void;

const lineShade = toShade(1, 0.81, 0.54);

/** The caption is drawn once. Blending is linear, so one drawing on black and one on white show what it covers. */
export function createOverlay(spec: CaptionSpec): Overlay {
  const upon = (ground: number): Pixels => {
    const pixels = { width: spec.width, height: spec.height, data: new Uint8Array(spec.width * spec.height * 3) };
    pixels.data.fill(ground);
    drawCaption(pixels, spec);
    return pixels;
  };
  const [brightness, ...colors] = buildPlanes(upon(0), upon(255));
  return (picture, time) => {
    blend(picture.brightness, brightness);
    blend(picture.blueness, colors[0]);
    blend(picture.redness, colors[1]);
    drawLine(picture, time);
  };
}

function buildPlanes(onBlack: Pixels, onWhite: Pixels): readonly [OverlayPlane, OverlayPlane, OverlayPlane] {
  const { width, height } = onBlack;
  const full = createOverlayPlane(width * height);
  const halves = [createOverlayPlane((width * height) / 4), createOverlayPlane((width * height) / 4)] as const;
  for (let at = 0; at < width * height; at += 1) {
    const [red = 0, green = 0, blue = 0] = onBlack.data.subarray(3 * at, 3 * at + 3);
    const rest = ((onWhite.data[3 * at] ?? 0) - red) / 255;
    const shade = toShade(red / 255, green / 255, blue / 255);
    // The luma of black is not 0, so the part of it that remains from the frame must not be added twice.
    full.rest[at] = rest;
    full.added[at] = shade[0] - black[0] * rest;
    const half = (Math.floor(at / width) >> 1) * (width / 2) + ((at % width) >> 1);
    for (const [index, plane] of halves.entries()) {
      plane.rest[half] = (plane.rest[half] ?? 0) + rest / 4;
      plane.added[half] = (plane.added[half] ?? 0) + ((shade[index + 1] ?? 0) - 128 * rest) / 4;
    }
  }
  return [full, ...halves];
}

function createOverlayPlane(length: number): OverlayPlane {
  return { rest: new Float32Array(length), added: new Float32Array(length) };
}

function blend({ data }: Plane, { rest, added }: OverlayPlane): void {
  for (let at = 0; at < data.length; at += 1) {
    const share = rest[at] ?? 1;
    if (share < 1) data[at] = (data[at] ?? 0) * share + (added[at] ?? 0) + 0.5;
  }
}

/**
 * Draws two rows of chroma, four of luma, so that frames and the position of a player can be recognized at a glance.
 */
function drawLine({ brightness, blueness, redness }: Picture, time: number): void {
  const planes = [brightness, blueness, redness] as const;
  for (const [index, { width, height, data }] of planes.entries()) {
    const rows = index === 0 ? 4 : 2;
    for (let y = height - rows; y < height; y += 1) {
      data.fill(Math.round(lineShade[index] ?? 0), y * width, y * width + Math.round(width * time));
    }
  }
}
