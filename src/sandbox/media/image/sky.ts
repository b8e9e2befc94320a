import { between } from '../random.ts';
import { mixColors } from './canvas.ts';
import { layerNoise, ramp } from './noise.ts';
import type { Painting } from './scene.ts';

/** Paints the whole background: gradient, stars, sun or moon, clouds. */
export function paintSky(painting: Painting): void {
  const { canvas, horizon, light, palette, scene } = painting;
  const [top, upper, lower, low] = palette.sky;
  for (let y = 0; y < canvas.height; y += 1) {
    const height = Math.max(0, 1 - y / horizon);
    const base = mixColors(mixColors(low, lower, Math.min(1, height / 0.25)), upper, ramp(0.25, 0.6, height));
    const color = mixColors(base, top, Math.max(0, (height - 0.6) / 0.4));
    for (let x = 0; x < canvas.width; x += 1) canvas.blend(x, y, color, 1);
  }
  if (scene.time !== 'day') paintStars(painting, scene.time === 'night' ? 0.9 : 0.18);
  const radius = canvas.unit * 0.05;
  canvas.glow(light, canvas.unit * 0.95, { color: palette.glow, strength: scene.time === 'night' ? 0.4 : 0.62 });
  canvas.glow(light, canvas.unit * 0.3, { color: palette.disk, strength: 0.45 });
  canvas.disk(light, radius, { color: palette.disk });
  paintClouds(painting);
  // The light shines through the clouds in front of it.
  canvas.disk(light, radius, { color: palette.disk, alpha: 0.5 });
}

function paintStars({ canvas, horizon, random, palette }: Painting, strength: number): void {
  const count = Math.round((canvas.width * horizon) / 1100);
  for (let index = 0; index < count; index += 1) {
    const y = random() ** 1.4 * horizon;
    const size = random() ** 3;
    const center = [random() * canvas.width, y] as const;
    const alpha = strength * (0.25 + 0.75 * size) * (1 - y / horizon);
    canvas.disk(center, canvas.unit * (0.0005 + 0.0013 * size), { color: palette.disk, alpha });
    if (size > 0.7) canvas.glow(center, canvas.unit * 0.012, { color: palette.disk, strength: 0.4 * strength });
  }
}

function paintClouds({ canvas, horizon, random, noise, palette, light, scene }: Painting): void {
  const { width, unit } = canvas;
  const cloudy = layerNoise(noise, 5);
  const shift = random() * 100;
  const cover = between(random, 0.52, 0.6);
  const shade = mixColors(palette.cloud, palette.sky[1], 0.6);
  const strength = scene.time === 'night' ? 0.45 : 0.8;
  for (let y = 0; y < horizon; y += 1) {
    const height = 1 - y / horizon;
    const band = ramp(0, 0.12, height) * (1 - 0.75 * ramp(0.55, 1, height));
    for (let x = 0; x < width; x += 1) {
      const u = (x / unit) * 2.2 + shift;
      // Farther clouds look flatter.
      const v = (y / unit) * (4 + 5 * (1 - height));
      const density = cloudy(u, v);
      const alpha = ramp(cover, cover + 0.24, density) * band * strength;
      if (alpha <= 0.004) continue;
      const toLight = Math.min(1, Math.max(-1, ((light[0] - x) / unit) * 4));
      const lit = ramp(-0.1, 0.12, density - cloudy(u + 0.12 * toLight, v - 0.2));
      canvas.blend(x, y, mixColors(shade, palette.cloud, lit), alpha);
    }
  }
}
