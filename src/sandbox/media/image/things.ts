import { assertNever } from '../../../core/support/assertNever.ts';
import { between } from '../random.ts';
import type { Point } from './canvas.ts';
import { mixColors, rgb } from './color.ts';
import { createRidge, fillBelow } from './land.ts';
import { paintLighthouse } from './lighthouse.ts';
import type { Painting } from './painting.ts';
import type { Thing } from './scene.ts';
import { paintBroadTree } from './trees.ts';

/** Adds a thing to a finished landscape, where it fits. */
export function paintThing(painting: Painting, thing: Thing): void {
  switch (thing) {
    case 'lighthouse':
      return paintLighthouse(painting);
    case 'boat':
      return paintBoats(painting);
    case 'cabin':
      return paintCabin(painting);
    case 'balloon':
      return paintBalloons(painting);
    case 'birds':
      return paintBirds(painting);
    case 'cat':
      return paintCat(painting);
    case 'tree':
      return paintTree(painting);
    case 'snow':
      return paintSnowfall(painting);
    default:
      return assertNever(thing);
  }
}

function paintBoats(painting: Painting): void {
  const { canvas, horizon, random, scene } = painting;
  if (scene.place !== 'sea' && scene.place !== 'city') return;
  const depth = canvas.height - horizon;
  paintBoat(painting, [canvas.width * between(random, 0.1, 0.3), horizon + depth * 0.06], canvas.unit * 0.05);
  paintBoat(painting, [canvas.width * between(random, 0.42, 0.62), horizon + depth * 0.24], canvas.unit * 0.13);
}

/** Paints a hull, two sails, and their broken mirror image. `foot` is the point where the hull meets the water. */
function paintBoat({ canvas, palette }: Painting, [x, foot]: Point, size: number): void {
  const hull = mixColors(palette.near, rgb(0x3a1f1a), 0.3);
  const sail = mixColors(palette.disk, palette.sky[3], 0.3);
  const at = (dx: number, dy: number): Point => [x + dx * size, foot + dy * size];
  for (let strip = 0; strip < 9; strip += 1) {
    const dy = 0.05 + strip * 0.1;
    const reach = 0.4 * (1 - strip / 10);
    canvas.line(at(-reach, dy), at(reach * 0.8, dy), {
      color: mixColors(hull, sail, strip > 1 ? 0.6 : 0),
      width: size * 0.045,
      alpha: 0.5 - strip * 0.045,
    });
  }
  canvas.line(at(0.02, 0), at(0.02, -1.18), { color: hull, width: size * 0.025 });
  canvas.polygon([at(0.05, -1.12), at(0.46, -0.24), at(0.05, -0.18)], sail, 0.96);
  canvas.polygon([at(-0.02, -1), at(-0.36, -0.22), at(-0.02, -0.18)], mixColors(sail, palette.near, 0.22), 0.96);
  canvas.polygon([at(-0.5, -0.13), at(0.55, -0.15), at(0.38, 0.05), at(-0.36, 0.05)], hull);
}

function paintCabin({ canvas, palette, random, horizon, scene }: Painting): void {
  const size = canvas.unit * 0.13;
  const x = canvas.width * between(random, 0.6, 0.72);
  const foot = scene.place === 'sea' ? horizon + size * 0.05 : horizon + (canvas.height - horizon) * 0.5;
  const at = (dx: number, dy: number): Point => [x + dx * size, foot + dy * size];
  const wall = mixColors(rgb(0x6b3f2c), palette.near, 0.45);
  const roof = mixColors(palette.near, rgb(0x000000), 0.25);
  canvas.polygon([at(-0.5, 0.04), at(-0.5, -0.42), at(0, -0.84), at(0.5, -0.42), at(0.5, 0.04)], wall);
  canvas.polygon([at(0.22, -0.72), at(0.22, -1.02), at(0.36, -1.02), at(0.36, -0.6)], roof);
  canvas.polygon([at(-0.64, -0.36), at(0, -0.94), at(0.64, -0.36), at(0.58, -0.3), at(0, -0.8), at(-0.58, -0.3)], roof);
  canvas.polygon([at(-0.1, 0.04), at(-0.1, -0.26), at(0.1, -0.26), at(0.1, 0.04)], roof);
  for (const dx of [-0.36, 0.2]) {
    canvas.polygon([at(dx, -0.14), at(dx, -0.32), at(dx + 0.17, -0.32), at(dx + 0.17, -0.14)], palette.lamp);
    canvas.glow(at(dx + 0.08, -0.23), size * 0.6, { color: palette.lamp, strength: 0.5 });
  }
  for (let puff = 0; puff < 16; puff += 1) {
    const rise = puff / 16;
    const center = at(0.29 + rise * 0.35 + (random() - 0.5) * 0.08, -1.06 - rise * 0.85);
    canvas.disk(center, size * (0.03 + 0.09 * rise), { color: palette.sky[3], alpha: 0.16 * (1 - rise) });
  }
}

function paintBalloons(painting: Painting): void {
  const { canvas, horizon, random } = painting;
  const places = [
    [between(random, 0.22, 0.36), between(random, 0.34, 0.46), 0.1],
    [between(random, 0.62, 0.72), between(random, 0.2, 0.34), 0.055],
    [between(random, 0.8, 0.9), between(random, 0.45, 0.58), 0.034],
  ] as const;
  for (const [x, y, size] of places) paintBalloon(painting, [canvas.width * x, horizon * y], canvas.unit * size);
}

function paintBalloon({ canvas, palette, random, light }: Painting, [x, y]: Point, radius: number): void {
  const first = mixColors(
    rgb([0xd9483b, 0x2f6fb0, 0xe2a52d][Math.floor(random() * 3)] ?? 0xd9483b),
    palette.near,
    0.12,
  );
  const second = mixColors(rgb(0xfbeed3), palette.glow, 0.2);
  const gores = 8;
  for (let gore = 0; gore < gores; gore += 1) {
    const edges = [gore, gore + 1].map((each) => -Math.cos((each / gores) * Math.PI));
    const outline = (edge: number): Point[] =>
      Array.from({ length: 25 }, (_, step) => {
        const down = step / 24;
        const wide =
          down < 0.44
            ? Math.sqrt(1 - (1 - down / 0.44) ** 2)
            : 0.16 + 0.84 * Math.cos(((down - 0.44) / 0.56) * (Math.PI / 2)) ** 0.85;
        return [x + edge * wide * radius, y + (down * 2.35 - 1) * radius];
      });
    const shade = 0.34 * (0.5 - 0.5 * ((edges[0] ?? 0) + (edges[1] ?? 0)) * 0.5 * Math.sign(light[0] - x));
    const color = mixColors(gore % 2 === 0 ? first : second, palette.near, shade);
    canvas.polygon([...outline(edges[0] ?? 0), ...outline(edges[1] ?? 0).toReversed()], color);
  }
  const basket = mixColors(rgb(0x5a3a22), palette.near, 0.4);
  for (const dx of [-0.14, 0.14]) {
    canvas.line([x + dx * radius * 1.6, y + radius * 1.34], [x + dx * radius, y + radius * 1.72], {
      color: basket,
      width: radius * 0.02,
    });
  }
  const at = (dx: number, dy: number): Point => [x + dx * radius, y + dy * radius];
  canvas.polygon([at(-0.17, 1.7), at(0.17, 1.7), at(0.13, 1.95), at(-0.13, 1.95)], basket);
}

function paintBirds({ canvas, horizon, random, palette }: Painting): void {
  const [cx, cy] = [canvas.width * between(random, 0.25, 0.6), horizon * between(random, 0.28, 0.5)];
  const color = mixColors(palette.near, palette.sky[1], 0.25);
  for (let index = 0; index < 9; index += 1) {
    const size = canvas.unit * between(random, 0.009, 0.02);
    const x = cx + (random() - 0.5) * canvas.unit * 0.36;
    const y = cy + (random() - 0.5) * canvas.unit * 0.16;
    const lift = between(random, 0.25, 0.6);
    for (const side of [-1, 1]) {
      const wing: Point[] = [
        [x, y],
        [x + side * size * 0.5, y - size * lift],
        [x + side * size * 1.2, y - size * lift * 0.35],
      ];
      canvas.polygon([...wing, [x + side * size * 0.5, y - size * (lift - 0.17)], [x, y + size * 0.14]], color, 0.9);
    }
  }
}

/** Paints a cat from the back, on a hill, watching the light. */
function paintCat(painting: Painting): void {
  const { canvas, palette, light } = painting;
  const size = canvas.unit * 0.2;
  const x = canvas.width * (light[0] > canvas.width / 2 ? 0.36 : 0.64);
  const outline = createRidge(painting, {
    base: canvas.height * 0.78,
    relief: canvas.unit * 0.09,
    frequency: 0.9,
    octaves: 2,
  });
  const dark = mixColors(palette.near, rgb(0x0a0a12), 0.35);
  fillBelow(canvas, outline, { edge: dark, foot: mixColors(dark, rgb(0x000000), 0.4), depth: canvas.unit * 0.2 });
  const foot = (outline[Math.round(x)] ?? 0) + size * 0.06;
  const at = (dx: number, dy: number): Point => [x + dx * size, foot + dy * size];
  const body = Array.from({ length: 40 }, (_, step) => {
    const angle = (step / 40) * Math.PI * 2;
    const narrow = 0.8 + 0.2 * Math.sin(angle);
    return at(Math.cos(angle) * 0.36 * narrow, -0.4 + Math.sin(angle) * 0.44);
  });
  canvas.polygon(body, dark);
  const head = Array.from({ length: 32 }, (_, step) => {
    const angle = (step / 32) * Math.PI * 2;
    return at(Math.cos(angle) * 0.245, -0.92 + Math.sin(angle) * 0.2);
  });
  canvas.polygon(head, dark);
  for (const side of [-1, 1]) {
    canvas.polygon([at(side * 0.205, -1), at(side * 0.2, -1.25), at(side * 0.05, -1.1)], dark);
  }
  let before = at(0.2, -0.06);
  for (let step = 1; step <= 24; step += 1) {
    const share = step / 24;
    const next = at(0.2 + 0.5 * share + 0.06 * Math.sin(share * 5), -0.06 - 0.34 * share ** 2.2);
    canvas.line(before, next, { color: dark, width: size * (0.1 - 0.03 * share) });
    canvas.disk(next, size * (0.05 - 0.015 * share), { color: dark });
    before = next;
  }
}

function paintTree(painting: Painting): void {
  const { canvas, palette, random, horizon, light, scene } = painting;
  const x = canvas.width * (light[0] > canvas.width / 2 ? between(random, 0.2, 0.32) : between(random, 0.68, 0.8));
  const height = canvas.unit * 0.42;
  const foot = horizon + (canvas.height - horizon) * (scene.place === 'sea' ? 0.02 : 0.42);
  const color = mixColors(palette.near, rgb(0x27492f), scene.time === 'day' ? 0.6 : 0.25);
  paintBroadTree(canvas, [x, foot], { height, color, light: palette.glow, random });
}

function paintSnowfall({ canvas, random }: Painting): void {
  for (let index = 0; index < 700; index += 1) {
    const center: Point = [random() * canvas.width, random() * canvas.height];
    canvas.disk(center, canvas.unit * between(random, 0.0008, 0.0034), {
      color: rgb(0xffffff),
      alpha: between(random, 0.25, 0.8),
    });
  }
}
