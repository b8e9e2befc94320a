import { mixColors } from './color.ts';
import { layerNoise, ramp } from './noise.ts';
import type { Painting } from './painting.ts';
import { createRidge, fillBelow } from './land.ts';

/** Paints open water below the horizon. It mirrors what is painted above it, and shows the reflection of the light. */
export function paintSea(painting: Painting): void {
  paintFarShore(painting);
  paintWater(painting);
}

function paintFarShore(painting: Painting): void {
  const { canvas, horizon, palette } = painting;
  for (const [index, relief] of [0.13, 0.07].entries()) {
    const outline = createRidge(painting, {
      base: horizon + canvas.unit * 0.012 * index,
      relief: canvas.unit * relief,
      frequency: 1.3 + index,
      octaves: 5,
    });
    const color = mixColors(palette.far, palette.near, index * 0.18);
    fillBelow(canvas, outline, {
      edge: color,
      foot: mixColors(color, palette.sky[3], 0.55),
      depth: canvas.unit * 0.08,
    });
  }
}

/** Turns everything below the horizon into water. Paint what it mirrors first. */
export function paintWater(painting: Painting): void {
  const { canvas, horizon, palette, noise, light, scene } = painting;
  const waves = layerNoise(noise, 3);
  const deep = mixColors(palette.sky[0], palette.near, 0.4);
  for (let y = Math.round(horizon); y < canvas.height; y += 1) {
    const nearness = (y - horizon) / (canvas.height - horizon);
    // Waves look longer and flatter toward the horizon.
    const stretch = 1 / (0.03 + nearness * 0.55);
    for (let x = 0; x < canvas.width; x += 1) {
      const wave = waves(
        ((x - canvas.width / 2) / canvas.unit) * stretch * 1.1 + 40,
        Math.log(0.03 + nearness) * 11 + 60,
      );
      const sway = (wave - 0.5) * canvas.unit * (0.02 + 0.1 * nearness);
      const mirrored = canvas.colorAt(x + sway * 0.6, horizon - 1 - (y - horizon) * 0.85 + sway);
      const body = mixColors(mixColors(mirrored, palette.sky[2], 0.15), deep, 0.22 + 0.42 * nearness);
      canvas.blend(x, y, mixColors(body, deep, ramp(0.5, 0.2, wave) * 0.35), 1);
      const width = canvas.unit * (0.03 + 0.16 * nearness);
      const path = Math.exp(-(((x - light[0]) / width) ** 2));
      canvas.blend(x, y, palette.glow, path * 0.3);
      const sparkle = ramp(0.5, 0.62, wave) * path * (scene.time === 'day' ? 0.75 : 0.95);
      canvas.blend(x, y, palette.disk, sparkle * (1 - 0.35 * nearness));
    }
  }
}
