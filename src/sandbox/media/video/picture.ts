/** A plane of luma, Cb or Cr: one byte per sample, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * One frame in 4:2:0: chroma has half the width and half the height. `brightness` is luma, `blueness` Cb, `redness` Cr.
 * Values are BT.709 in video range.
 */
export interface Picture {
  readonly brightness: Plane;
  readonly blueness: Plane;
  readonly redness: Plane;
}

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Uint8Array(width * height) };
}

export function createPicture(width: number, height: number): Picture {
  return {
    brightness: createPlane(width, height),
    blueness: createPlane(width / 2, height / 2),
    redness: createPlane(width / 2, height / 2),
  };
}
