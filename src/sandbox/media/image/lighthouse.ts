import type { Point } from './canvas.ts';
import { mixColors, rgb, type Color } from './color.ts';
import { layerNoise } from './noise.ts';
import type { Painting } from './painting.ts';

/** Paints a striped tower on a headland, with its lamp lit, on the side away from the sun. */
export function paintLighthouse(painting: Painting): void {
  const { canvas, light, horizon } = painting;
  const side = light[0] > canvas.width / 2 ? -1 : 1;
  const x = canvas.width * (side < 0 ? 0.24 : 0.76);
  const foot = horizon - canvas.unit * 0.045;
  const height = canvas.unit * 0.36;
  paintHeadland(painting, { x, foot, side });
  paintTower(painting, [x, foot + canvas.unit * 0.012], height);
}

function paintHeadland(painting: Painting, { x, foot, side }: { x: number; foot: number; side: number }): void {
  const { canvas, palette, noise, horizon, light } = painting;
  const rough = layerNoise(noise, 5);
  const rock = mixColors(palette.near, rgb(0x4a3b3a), 0.3);
  const grass = mixColors(rock, rgb(0x63834a), 0.4);
  const shore = horizon + (canvas.height - horizon) * 0.3;
  const bulk = canvas.unit * 0.33;
  for (let column = 0; column < canvas.width; column += 1) {
    const out = ((x - column) * side) / bulk;
    // The headland falls off toward the open sea and stays high toward the edge of the image.
    const fall = out > 0 ? out ** 2.2 : 0;
    const bumps = (rough((column / canvas.unit) * 9, 3) - 0.5) * canvas.unit * 0.05;
    const top = foot + bumps * Math.min(1, Math.abs(out) * 4) + fall * (shore - foot) * 1.05;
    const waterline = shore + bumps * 0.5 - fall * canvas.unit * 0.02;
    if (top >= waterline) continue;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(canvas.height, waterline); y += 1) {
      const depth = (y - top) / canvas.unit;
      const facet = rough((column / canvas.unit) * 26 + depth * 22 * side, (y / canvas.unit) * 17);
      const lit = Math.max(0, facet - 0.4) * (Math.sign(light[0] - x) === -side ? 1.1 : 0.6);
      const color = mixColors(
        mixColors(depth < 0.02 + (facet - 0.5) * 0.04 ? grass : rock, palette.glow, Math.min(0.5, lit)),
        palette.near,
        Math.max(0, 0.5 - facet) * 1.1,
      );
      canvas.blend(column, y, color, Math.min(1, y + 1 - top));
    }
    paintShade(painting, { column, from: waterline, reach: (waterline - top) * 0.75, color: rock });
  }
}

/** Paints the dark mirror image on the water, and a line of foam. */
function paintShade(
  { canvas, palette }: Painting,
  { column, from, reach, color }: { column: number; from: number; reach: number; color: Color },
): void {
  for (let y = Math.floor(from); y < Math.min(canvas.height, from + reach); y += 1) {
    canvas.blend(column, y, color, 0.6 * (1 - (y - from) / reach));
  }
  for (let y = Math.floor(from) - 3; y < from + 3; y += 1) {
    const covered = Math.max(0, 1.6 - Math.abs(y + 0.5 - from)) / 1.6;
    canvas.blend(column, y, palette.disk, 0.5 * covered);
  }
}

function paintTower(painting: Painting, [x, foot]: Point, height: number): void {
  const { canvas, palette, light } = painting;
  const at = (dx: number, dy: number): Point => [x + dx * height, foot - dy * height];
  const white = mixColors(rgb(0xfdf6ea), palette.sky[2], 0.22);
  const red = mixColors(rgb(0xc8433a), palette.near, 0.16);
  const dark = mixColors(palette.near, rgb(0x14141c), 0.4);
  const widthAt = (dy: number): number => 0.105 - 0.045 * (dy / 0.78);
  const bands = 5;
  for (let band = 0; band < bands; band += 1) {
    const [low, high] = [(0.78 * band) / bands, (0.78 * (band + 1)) / bands];
    canvas.polygon(
      [at(-widthAt(low), low), at(-widthAt(high), high), at(widthAt(high), high), at(widthAt(low), low)],
      band % 2 === 0 ? white : red,
    );
  }
  // The tower looks round, because the side away from the light is shaded in thin strips.
  const away = Math.sign(x - light[0]) || 1;
  for (let strip = 0; strip < 12; strip += 1) {
    const [inner, outer] = [strip / 12, 1].map((share) => (share * 1.4 - 0.4) * away);
    canvas.polygon(
      [
        at((inner ?? 0) * widthAt(0), 0),
        at((inner ?? 0) * widthAt(0.78), 0.78),
        at((outer ?? 0) * widthAt(0.78), 0.78),
        at((outer ?? 0) * widthAt(0), 0),
      ],
      dark,
      0.055,
    );
  }
  for (const dy of [0.2, 0.42, 0.62]) {
    canvas.polygon([at(-0.012, dy), at(-0.012, dy + 0.035), at(0.012, dy + 0.035), at(0.012, dy)], dark, 0.85);
  }
  paintLantern(painting, at, { height, dark, red });
}

function paintLantern(
  { canvas, palette, light, scene }: Painting,
  at: (dx: number, dy: number) => Point,
  { height, dark, red }: { height: number; dark: Color; red: Color },
): void {
  const lamp = at(0, 0.865);
  if (scene.time !== 'day') {
    const away = Math.sign(light[0] - lamp[0]) || 1;
    for (let step = 0; step < 14; step += 1) {
      const spread = 0.05 + step * 0.012;
      canvas.polygon([lamp, at(2.6 * away, 0.98 + spread), at(2.6 * away, 0.98 - spread)], palette.lamp, 0.018);
    }
  }
  canvas.polygon([at(-0.085, 0.775), at(-0.085, 0.8), at(0.085, 0.8), at(0.085, 0.775)], dark);
  canvas.polygon([at(-0.042, 0.8), at(-0.042, 0.925), at(0.042, 0.925), at(0.042, 0.8)], palette.lamp);
  for (const dx of [-0.042, -0.014, 0.014, 0.042])
    canvas.line(at(dx, 0.8), at(dx, 0.925), { color: dark, width: height * 0.008 });
  for (const dx of [-0.08, -0.04, 0.04, 0.08])
    canvas.line(at(dx, 0.8), at(dx, 0.84), { color: dark, width: height * 0.006 });
  canvas.line(at(-0.082, 0.84), at(0.082, 0.84), { color: dark, width: height * 0.007 });
  canvas.polygon([at(-0.058, 0.922), at(0, 1), at(0.058, 0.922)], red);
  canvas.line(at(0, 0.99), at(0, 1.035), { color: dark, width: height * 0.007 });
  canvas.glow(lamp, height * 0.42, { color: palette.lamp, strength: scene.time === 'day' ? 0.25 : 0.8 });
}
