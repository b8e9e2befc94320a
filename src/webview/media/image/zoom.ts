export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where an image is in its stage. Lengths are CSS pixels. `x` and `y` are its top left corner in the stage. */
export interface Place extends Point {
  readonly scale: number;
}

/**
 * Which part of an image is shown, whatever number of pixels it has, so that several images can show the same part: the
 * point in the middle of the stage as a fraction of the image, and the longer side of the image in CSS pixels.
 */
export interface Zoom extends Point {
  readonly side: number;
}

/** Bounds of the scale: one pixel as large as an icon, and a poster as small as one. */
const maxScale = 32;
const minScale = 0.02;
const fitMarginPx = 12;

function limitScale(scale: number): number {
  return Math.min(Math.max(scale, minScale), maxScale);
}

/** Shows the whole image, centered. Small images are not enlarged. */
export function fitImage(image: Size, stage: Size): Place {
  const room = { width: stage.width - 2 * fitMarginPx, height: stage.height - 2 * fitMarginPx };
  const scale = limitScale(Math.min(1, room.width / image.width, room.height / image.height));
  return settle({ scale, x: 0, y: 0 }, image, stage);
}

/** Scales by `factor` while the pixel under `at` (in the stage) stays in position. */
export function zoomAround(place: Place, factor: number, at: Point): Place {
  const scale = limitScale(place.scale * factor);
  const ratio = scale / place.scale;
  return { scale, x: at.x - (at.x - place.x) * ratio, y: at.y - (at.y - place.y) * ratio };
}

/** Centers an image that is smaller than the stage, and keeps a larger one from leaving a gap. */
export function settle({ scale, x, y }: Place, image: Size, stage: Size): Place {
  return {
    scale,
    x: settleSide(x, image.width * scale, stage.width),
    y: settleSide(y, image.height * scale, stage.height),
  };
}

function settleSide(offset: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(Math.max(offset, room - length), 0);
}

export function zoomOf({ scale, x, y }: Place, image: Size, stage: Size): Zoom {
  return {
    side: Math.max(image.width, image.height) * scale,
    x: (stage.width / 2 - x) / (image.width * scale),
    y: (stage.height / 2 - y) / (image.height * scale),
  };
}

export function placeOf({ side, x, y }: Zoom, image: Size, stage: Size): Place {
  const scale = limitScale(side / Math.max(image.width, image.height));
  const corner = { x: stage.width / 2 - x * image.width * scale, y: stage.height / 2 - y * image.height * scale };
  return settle({ scale, ...corner }, image, stage);
}
