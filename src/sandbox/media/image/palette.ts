import { between, type Random } from '../random.ts';
import { mixColors, rgb, saturate, turnHue, type Color } from './color.ts';
import type { Scene, Style, Time } from './scene.ts';

/** The colors of one image. */
export interface Palette {
  /** Colors from the top of the sky to the horizon. */
  readonly sky: readonly [Color, Color, Color, Color];
  /** Color of the sun or moon. */
  readonly disk: Color;
  readonly glow: Color;
  readonly cloud: Color;
  /** Colors of land at the horizon and in the foreground. */
  readonly far: Color;
  readonly near: Color;
  /** Color of lamps and windows. */
  readonly lamp: Color;
}

type Colors = readonly [sky: readonly [number, number, number, number], ...rest: readonly number[]];

// Each row lists the sky from top to horizon, then disk, glow, cloud, far, near and lamp.
const base: Readonly<Record<Time, Colors>> = {
  dawn: [[0x4a5f9e, 0x9a8fc4, 0xf0aeb0, 0xffdcae], 0xfff4d6, 0xffb98a, 0xffd3c4, 0x9a92bd, 0x2a3158, 0xffdf9a],
  day: [[0x2b78c8, 0x63aee6, 0xa9d8f2, 0xe4f4f4], 0xfffdf0, 0xfff3c4, 0xffffff, 0x9fc0d2, 0x2c5a4c, 0xfff0b8],
  sunset: [[0x2b2a62, 0x83427f, 0xec6b5a, 0xffc56b], 0xfff0c2, 0xff8a4a, 0xff9c7a, 0x8a4a74, 0x1d1838, 0xffc66e],
  night: [[0x070c26, 0x14224f, 0x29427c, 0x5a76a6], 0xf8f4e2, 0x9db7e8, 0x3d5488, 0x2f4674, 0x080d20, 0xffcf7d],
};

/** The hue turns a little with the seed, so that two images of dawn have different colors. */
export function createPalette({ time, style }: Scene, random: Random): Palette {
  const turn = between(random, -14, 14);
  const tint = (hex: number, share = 1): Color => tintFor(style, turnHue(rgb(hex), turn * share));
  const [sky, disk = 0, glow = 0, cloud = 0, far = 0, near = 0, lamp = 0] = base[time];
  return {
    sky: [tint(sky[0]), tint(sky[1]), tint(sky[2]), tint(sky[3])],
    // Light stays warm: a yellow that is turned as far as the sky would be green.
    disk: tint(disk, 0.2),
    glow: tint(glow, 0.4),
    cloud: tint(cloud),
    far: tint(far),
    near: tint(near),
    lamp: style === 'ink' ? tint(lamp) : rgb(lamp),
  };
}

function tintFor(style: Style, color: Color): Color {
  switch (style) {
    case 'ink':
      return mixColors(saturate(color, 0.06), rgb(0xf3ead8), 0.08);
    case 'pastel':
      return mixColors(saturate(color, 0.8), rgb(0xfff6ee), 0.3);
    case 'neon':
      return saturate(mixColors(turnHue(color, 300), rgb(0x7a1fd0), 0.22), 1.5);
    case 'watercolor':
      return mixColors(saturate(color, 0.92), rgb(0xfffaf0), 0.1);
    default:
      return color;
  }
}
