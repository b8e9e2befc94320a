import { between } from '../random.ts';
import { mixColors, rgb, type Color, type Point } from './canvas.ts';
import { closedCurve } from './curve.ts';
import { layerNoise } from './noise.ts';
import { createRidge, fillBelow } from './places.ts';
import type { Painting, Thing } from './scene.ts';

// A thing is a list of outlines, painted in order: a color, then points `x,y` in hundredths of its size, from its foot
// to the right and up. Two points are the corners of a box. `~` after the color makes a smooth outline that the points
// pull.

const tower = `
  white -10.5,0 -9.6,15.6 9.6,15.6 10.5,0
  red -9.6,15.6 -8.7,31.2 8.7,31.2 9.6,15.6
  white -8.7,31.2 -7.8,46.8 7.8,46.8 8.7,31.2
  red -7.8,46.8 -6.9,62.4 6.9,62.4 7.8,46.8
  white -6.9,62.4 -6,78 6,78 6.9,62.4
  shade 0,0 0,78 6,78 10.5,0
  shade 4,0 2.5,78 6,78 10.5,0
  dark -1.2,20 1.2,23.5
  dark -1.2,42 1.2,45.5
  dark -1.2,62 1.2,65.5
  dark -8.5,77.5 8.5,80
  lamp -4.2,80 4.2,92.5
  dark -4.6,80 -3.8,92.5
  dark -1.8,80 -1,92.5
  dark 1,80 1.8,92.5
  dark 3.8,80 4.6,92.5
  dark -8.2,83.7 8.2,84.4
  red -5.8,92.2 0,100 5.8,92.2
  dark -0.4,99 0.4,103.5`;

const cabin = `
  wall -50,-6 -50,42 0,84 50,42 50,-6
  dark 22,60 36,102
  dark -64,36 0,94 64,36 58,30 0,80 -58,30
  dark -10,-6 10,26
  lamp -36,14 -19,32
  lamp 20,14 37,32`;

const boat = `
  dark 0.8,0 3.2,118
  white 5,112 46,24 5,18
  wall -2,100 -36,22 -2,18
  dark -50,13 55,15 38,-5 -36,-5`;

const cat = `
  dark~ -36,-8 -34,62 0,100 34,62 36,-8
  dark~ -11,113 11,113 27,103 27,83 12,71 -12,71 -27,83 -27,103
  dark -22,100 -20,126 -4,110
  dark 22,100 20,126 4,110
  dark~ 8,0 8,14 40,12 54,26 62,48 73,46 69,20 52,-3 30,-4`;

const fox = `
  orange~ 8,0 30,-7 62,-2 88,24 92,54 80,62 66,44 44,24 14,16
  white~ 83,40 92,58 84,84 74,60 72,44
  orange~ -33,-8 -28,50 0,104 28,50 33,-8
  white~ -14,6 -16,52 0,88 16,52 14,6
  orange -31,108 -30,144 -5,118
  orange 31,108 30,144 5,118
  dark -26,113 -26,133 -12,119
  dark 26,113 26,133 12,119
  orange~ -36,94 -28,120 0,122 28,120 36,94 7,68 -7,68
  white~ -36,94 -20,99 -6,88 -4,72 -7,68
  white~ 36,94 20,99 6,88 4,72 7,68
  dark -14,97 -9,102
  dark 9,97 14,102
  dark~ -5,75 5,75 0,67`;

const envelope = '~ -40,242 40,242 98,206 110,146 76,96 22,62 -22,62 -76,96 -110,146 -98,206';
const basket = `
  dark -20,66 -18,66 -12,28 -14,28
  dark 18,66 20,66 14,28 12,28
  wall -17,30 17,30 13,4 -13,4`;

/** Adds a thing to a finished landscape, where it fits. */
export function paintThing(painting: Painting, thing: Thing): void {
  const { canvas, horizon, random, light, palette, scene } = painting;
  const { unit, width, height } = canvas;
  const hasWater = scene.place !== 'hills';
  // Things of the shore are on the side away from the light.
  const shoreX = width * (light[0] > width / 2 ? 0.24 : 0.76);
  if (thing === 'lighthouse' && hasWater) {
    const foot = paintHeadland(painting, shoreX);
    paintShape(painting, tower, [shoreX, foot], { size: unit * 0.36 });
    const strength = scene.time === 'day' ? 0.25 : 0.8;
    canvas.glow([shoreX, foot - unit * 0.31], unit * 0.15, { color: palette.lamp, strength });
  } else if (thing === 'cabin' && !scene.things.includes('lighthouse')) {
    const foot = hasWater ? paintHeadland(painting, shoreX) : horizon + (height - horizon) * 0.5;
    paintShape(painting, cabin, [shoreX, foot], { size: unit * 0.13 });
    canvas.glow([shoreX, foot - unit * 0.03], unit * 0.12, { color: palette.lamp, strength: 0.4 });
  } else if (thing === 'boat' && hasWater) {
    for (const nearness of [0.06, 0.24]) {
      const foot: Point = [width * (between(random, 0, 0.2) + 2 * nearness), horizon + (height - horizon) * nearness];
      const size = unit * (0.02 + 0.45 * nearness);
      paintShape(painting, boat, foot, { size, isMirrored: true });
      paintShape(painting, boat, foot, { size });
    }
  } else if (thing === 'balloon') {
    for (const distance of [0, 1, 2]) paintBalloon(painting, distance);
  } else if (thing === 'cat' || thing === 'fox') {
    // It sits on a dark hill, or on snow, and the cat watches the light.
    const outline = createRidge(painting, { base: height * 0.78, relief: unit * 0.09, frequency: 0.9, octaves: 2 });
    const edge = mixColors(palette.near, rgb(0x0c0a12), 0.35);
    const foot = rgb(0x0c0a12);
    const snow = {
      edge: mixColors(rgb(0xffffff), palette.sky[2], 0.12),
      foot: mixColors(palette.cloud, palette.far, 0.5),
    };
    const ground = scene.things.includes('snow') ? snow : { edge, foot };
    fillBelow(canvas, outline, { ...ground, depth: unit * 0.3 });
    const x = Math.round(width / 2 + (shoreX - width / 2) * 0.5);
    paintShape(painting, thing === 'cat' ? cat : fox, [x, (outline[x] ?? 0) + unit * 0.01], { size: unit * 0.2 });
  } else if (thing === 'snow') {
    for (let index = 0; index < 700; index += 1) {
      const flake = { color: rgb(0xffffff), alpha: between(random, 0.25, 0.8) };
      canvas.disk([random() * width, random() * height], unit * between(random, 0.0008, 0.0034), flake);
    }
  }
}

function paintBalloon(painting: Painting, distance: number): void {
  const { canvas, horizon, random } = painting;
  const x = canvas.width * (0.28 * distance + between(random, 0.18, 0.3));
  const foot: Point = [x, horizon * between(random, 0.45, 0.65)];
  const size = canvas.unit * 0.1 * 0.6 ** distance;
  // The gores of a balloon are its outline, narrower and narrower.
  for (const [index, narrow] of [1, 0.9, 0.64, 0.24].entries()) {
    paintShape(painting, (index % 2 ? 'white' : 'red') + envelope, foot, { size, narrow });
  }
  paintShape(painting, basket, foot, { size });
}

/** Paints a rock that rises from the water to the edge of the image. Returns the row of its top. */
function paintHeadland({ canvas, palette, noise, horizon }: Painting, x: number): number {
  const rough = layerNoise(noise, 5);
  const side = x < canvas.width / 2 ? 1 : -1;
  const rock = mixColors(palette.near, rgb(0x4a3b3a), 0.3);
  const grass = mixColors(rock, rgb(0x63834a), 0.4);
  const foot = horizon - canvas.unit * 0.045;
  const shore = horizon + (canvas.height - horizon) * 0.3;
  for (let column = 0; column < canvas.width; column += 1) {
    const out = ((column - x) * side) / (canvas.unit * 0.33);
    const bumps = (rough((column / canvas.unit) * 9, 3) - 0.5) * canvas.unit * 0.05;
    const fall = Math.max(0, out) ** 2.2;
    const top = foot + bumps * Math.min(1, Math.abs(out) * 4) + fall * (shore - foot) * 1.05;
    const waterline = shore + bumps * 0.5 - fall * canvas.unit * 0.02;
    const depth = (waterline - top) * 1.7;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(canvas.height, top + depth); y += 1) {
      const facet = rough((column / canvas.unit) * 26 + ((y - top) / canvas.unit) * 22 * -side, (y / canvas.unit) * 17);
      const isGrass = (y - top) / canvas.unit < 0.02 + (facet - 0.5) * 0.04;
      const lit = mixColors(isGrass ? grass : rock, palette.glow, Math.min(0.5, Math.max(0, facet - 0.4)));
      const color = mixColors(lit, palette.near, Math.max(0, 0.5 - facet) * 1.1);
      // Below the waterline is the dark mirror image.
      const mirrored = 0.6 * (1 - (y - waterline) / (depth - waterline + top));
      canvas.blend(column, y, y < waterline ? color : rock, y < waterline ? Math.min(1, y + 1 - top) : mirrored);
    }
    if (depth > 0) canvas.blend(column, Math.round(waterline), palette.disk, 0.4);
  }
  return foot + canvas.unit * 0.012;
}

interface Look {
  /** Pixels of a hundred units. */
  readonly size: number;
  /** Factor on the width. */
  readonly narrow?: number;
  /** Paints a faint mirror image below the foot instead. */
  readonly isMirrored?: boolean;
}

function paintShape({ canvas, palette }: Painting, shape: string, [footX, footY]: Point, look: Look): void {
  const { size, narrow = 1, isMirrored = false } = look;
  const colors: Readonly<Record<string, Color>> = {
    white: mixColors(rgb(0xfdf6ea), palette.sky[2], 0.22),
    red: mixColors(rgb(0xc8433a), palette.near, 0.16),
    orange: mixColors(rgb(0xd9742e), palette.near, 0.16),
    wall: mixColors(rgb(0x6b3f2c), palette.near, 0.45),
    dark: mixColors(palette.near, rgb(0x0c0a12), 0.35),
    lamp: palette.lamp,
  };
  for (const line of shape.trim().split('\n')) {
    const [name = '', ...pairs] = line.trim().split(/~? /);
    const points = pairs.map((pair): Point => {
      const [x = 0, y = 0] = pair.split(',').map(Number);
      return [footX + (x / 100) * size * narrow, footY + (y / 100) * size * (isMirrored ? 0.8 : -1)];
    });
    const [first, second, third] = points;
    const look = { color: colors[name] ?? palette.near, alpha: isMirrored ? 0.3 : name === 'shade' ? 0.16 : 1 };
    if (first && second && !third) canvas.box(first, second, look);
    else canvas.polygon(line.includes('~') ? closedCurve(points) : points, look.color, look.alpha);
  }
}
