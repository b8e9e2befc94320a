import { between } from '../random.ts';
import { mixColors, type Color } from './color.ts';
import { layerNoise, ramp } from './noise.ts';
import type { Painting } from './painting.ts';

/** Paints the whole background: gradient, stars, sun or moon, clouds. */
export function paintSky(painting: Painting): void {
  paintGradient(painting);
  if (painting.scene.time === 'night') paintStars(painting, 0.9);
  else if (painting.scene.time !== 'day') paintStars(painting, 0.18);
  paintDisk(painting);
  if (painting.scene.place === 'space') return;
  paintClouds(painting);
  // The light shines through the clouds in front of it.
  const { canvas, light, palette } = painting;
  canvas.disk(light, diskRadius(painting), { color: palette.disk, alpha: 0.5 });
}

/** Returns the color of the clear sky. `height` is 0 at the horizon and 1 at the top. */
function skyColor({ palette }: Painting, height: number): Color {
  const [top, upper, lower, horizon] = palette.sky;
  if (height > 0.6) return mixColors(upper, top, Math.min(1, (height - 0.6) / 0.4));
  if (height > 0.25) return mixColors(lower, upper, (height - 0.25) / 0.35);
  return mixColors(horizon, lower, Math.max(0, height) / 0.25);
}

function paintGradient(painting: Painting): void {
  const { canvas, horizon } = painting;
  for (let y = 0; y < canvas.height; y += 1) {
    const color = skyColor(painting, 1 - y / horizon);
    for (let x = 0; x < canvas.width; x += 1) canvas.blend(x, y, color, 1);
  }
}

function paintStars({ canvas, horizon, random, palette }: Painting, strength: number): void {
  const count = Math.round((canvas.width * horizon) / 1100);
  for (let index = 0; index < count; index += 1) {
    const y = random() ** 1.4 * horizon;
    const brightness = random() ** 3;
    const center = [random() * canvas.width, y] as const;
    const alpha = strength * (0.25 + 0.75 * brightness) * (1 - y / horizon);
    canvas.disk(center, canvas.unit * (0.0005 + 0.0013 * brightness), { color: palette.disk, alpha });
    if (brightness > 0.7) {
      canvas.glow(center, canvas.unit * 0.012, { color: palette.disk, strength: 0.4 * strength });
    }
  }
}

function diskRadius({ canvas, scene }: Painting): number {
  return canvas.unit * (scene.time === 'night' ? 0.042 : 0.052);
}

function paintDisk(painting: Painting): void {
  const { canvas, light, palette, scene } = painting;
  const { unit } = canvas;
  const radius = diskRadius(painting);
  canvas.glow(light, unit * 0.95, { color: palette.glow, strength: scene.time === 'night' ? 0.4 : 0.62 });
  canvas.glow(light, unit * 0.3, { color: palette.disk, strength: 0.45 });
  canvas.disk(light, radius, { color: palette.disk, alpha: scene.time === 'day' ? 0.95 : 1 });
  if (scene.time !== 'night') return;
  // The dark areas are the seas of the moon.
  const seas = [
    [-0.3, -0.2, 0.3],
    [0.25, 0.1, 0.24],
    [-0.1, 0.4, 0.2],
  ] as const;
  for (const [dx, dy, size] of seas) {
    canvas.disk([light[0] + dx * radius, light[1] + dy * radius], size * radius, { color: palette.glow, alpha: 0.25 });
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
