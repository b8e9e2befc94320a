/** The position of an image in its stage. Lengths are CSS pixels. `x` and `y` are its top left corner in the stage. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Bounds of the scale: one pixel as large as an icon, and a poster as small as one. */
const maxScale = 32;
const minScale = 0.02;
/** Margin around an image that fits. */
const fitMarginPx = 12;

/** Shows the whole image, centered. Small images are not enlarged. */
export function fitZoom(image: Size, stage: Size): Zoom {
  const room = { width: stage.width - 2 * fitMarginPx, height: stage.height - 2 * fitMarginPx };
  const scale = Math.min(1, room.width / image.width, room.height / image.height);
  return settleZoom({ scale: Math.max(scale, minScale), x: 0, y: 0 }, image, stage);
}

/** Scales by `factor` while the pixel under `at` (in the stage) stays in position. */
export function zoomAround(zoom: Zoom, factor: number, at: Point): Zoom {
  const scale = Math.min(Math.max(zoom.scale * factor, minScale), maxScale);
  const ratio = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio };
}

/** Centers an image that is smaller than the stage, and keeps a larger one from leaving a gap. */
export function settleZoom(zoom: Zoom, image: Size, stage: Size): Zoom {
  return {
    scale: zoom.scale,
    x: settle(zoom.x, image.width * zoom.scale, stage.width),
    y: settle(zoom.y, image.height * zoom.scale, stage.height),
  };
}

function settle(offset: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(Math.max(offset, room - length), 0);
}

/**
 * A zoom without pixels, so that images of different sizes can show the same part: the scale as a factor of the one that
 * fits, and the point in the middle of the stage as a fraction of the image.
 */
export interface RelativeZoom {
  readonly factor: number;
  readonly x: number;
  readonly y: number;
}

export function toRelative({ scale, x, y }: Zoom, image: Size, stage: Size): RelativeZoom {
  return {
    factor: scale / fitZoom(image, stage).scale,
    x: (stage.width / 2 - x) / (image.width * scale),
    y: (stage.height / 2 - y) / (image.height * scale),
  };
}

export function fromRelative({ factor, x, y }: RelativeZoom, image: Size, stage: Size): Zoom {
  const scale = Math.min(Math.max(fitZoom(image, stage).scale * factor, minScale), maxScale);
  const corner = { x: stage.width / 2 - x * image.width * scale, y: stage.height / 2 - y * image.height * scale };
  return settleZoom({ scale, ...corner }, image, stage);
}
