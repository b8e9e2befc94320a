import { between } from '../random.ts';
import { mixColors, rgb } from './color.ts';
import { layerNoise, ramp } from './noise.ts';
import type { Painting } from './painting.ts';

/** Paints a scene without ground: a nebula, a field of stars and a planet with a ring. */
export function paintSpace(painting: Painting): void {
  const { canvas, random, palette } = painting;
  paintNebula(painting);
  for (let index = 0; index < 900; index += 1) {
    const brightness = random() ** 4;
    const center = [random() * canvas.width, random() * canvas.height] as const;
    canvas.disk(center, canvas.unit * (0.0006 + 0.0018 * brightness), {
      color: rgb(0xffffff),
      alpha: 0.3 + 0.7 * brightness,
    });
    if (brightness > 0.6) canvas.glow(center, canvas.unit * 0.02, { color: palette.glow, strength: 0.5 });
  }
  paintPlanet(painting);
}

function paintNebula({ canvas, random, noise, palette }: Painting): void {
  const gas = layerNoise(noise, 6);
  const shift = random() * 100;
  const [dark, blue] = [rgb(0x05060f), mixColors(palette.sky[1], rgb(0x2a3f9a), 0.5)];
  const warm = mixColors(palette.glow, rgb(0xd04a8a), 0.5);
  for (let y = 0; y < canvas.height; y += 1) {
    for (let x = 0; x < canvas.width; x += 1) {
      const [u, v] = [(x / canvas.unit) * 2.4 + shift, (y / canvas.unit) * 2.4];
      const drift = gas(u + 9, v) * 1.6;
      const density = gas(u + drift, v + drift * 0.7);
      canvas.blend(x, y, mixColors(dark, blue, ramp(0.35, 0.75, density) * 0.75), 1);
      canvas.blend(x, y, warm, ramp(0.52, 0.82, gas(u - drift, v + 31)) * 0.7);
    }
  }
}

function paintPlanet({ canvas, random, noise, palette, light }: Painting): void {
  const bands = layerNoise(noise, 4);
  const radius = canvas.unit * between(random, 0.2, 0.26);
  const [cx, cy] = [canvas.width * between(random, 0.38, 0.62), canvas.height * 0.43];
  const [dark, bright] = [mixColors(palette.sky[0], rgb(0x10122a), 0.4), mixColors(palette.glow, palette.sky[2], 0.4)];
  paintRing({ canvas, palette }, { cx, cy, radius, half: 'back' });
  canvas.glow([cx, cy], radius * 1.5, { color: palette.glow, strength: 0.5 });
  canvas.disk([cx, cy], radius, { color: dark });
  const side = light[0] < cx ? -1 : 1;
  for (let y = Math.floor(cy - radius); y < cy + radius; y += 1) {
    for (let x = Math.floor(cx - radius); x < cx + radius; x += 1) {
      const [dx, dy] = [(x - cx) / radius, (y - cy) / radius];
      const reach = dx * dx + dy * dy;
      if (reach >= 1) continue;
      const lit = ramp(-0.5, 0.9, dx * side * 0.8 - dy * 0.5 + Math.sqrt(1 - reach) * 0.4);
      const stripe = bands(dx * 1.2 + 50, (dy + dx * 0.22) * 7);
      canvas.blend(
        x,
        y,
        mixColors(bright, palette.sky[1], ramp(0.35, 0.65, stripe)),
        lit * Math.min(1, (1 - reach) * radius * 0.4),
      );
    }
  }
  paintRing({ canvas, palette }, { cx, cy, radius, half: 'front' });
}

function paintRing(
  { canvas, palette }: Pick<Painting, 'canvas' | 'palette'>,
  { cx, cy, radius, half }: { cx: number; cy: number; radius: number; half: 'back' | 'front' },
): void {
  const outer = radius * 1.95;
  for (let y = Math.floor(cy - outer); y < cy + outer; y += 1) {
    for (let x = Math.floor(cx - outer); x < cx + outer; x += 1) {
      const tilted = y - cy + (x - cx) * 0.2;
      if (tilted > 0 !== (half === 'front')) continue;
      const distance = Math.hypot((x - cx) / radius, (tilted / radius) * 4.2);
      const alpha =
        ramp(1.3, 1.36, distance) *
        ramp(1.9, 1.84, distance) *
        (1 - 0.75 * ramp(1.58, 1.6, distance) * ramp(1.66, 1.64, distance));
      canvas.blend(x, y, palette.disk, alpha * (0.45 + 0.25 * Math.sin(distance * 60)));
    }
  }
}
