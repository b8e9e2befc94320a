import { between } from '../random.ts';
import type { Point } from './canvas.ts';
import { mixColors, type Color } from './color.ts';
import type { Painting } from './painting.ts';
import { paintWater } from './water.ts';

/** Paints rows of houses against the sky, with lit windows, mirrored in a river. */
export function paintCity(painting: Painting): void {
  const { canvas, horizon, palette, scene } = painting;
  const rows = 3;
  for (let row = 0; row < rows; row += 1) {
    const nearness = row / (rows - 1);
    const color = mixColors(palette.far, palette.near, 0.2 + 0.75 * nearness);
    const lit = scene.time === 'day' ? 0.05 : 0.12 + 0.3 * nearness;
    let x = -canvas.unit * 0.02;
    while (x < canvas.width) x += paintTower(painting, { x, nearness, color, lit });
  }
  canvas.polygon(
    [
      [0, horizon - 1],
      [canvas.width, horizon - 1],
      [canvas.width, horizon + 2],
      [0, horizon + 2],
    ],
    palette.near,
  );
  paintWater(painting);
}

/** Returns the distance to the next tower. */
function paintTower(painting: Painting, tower: { x: number; nearness: number; color: Color; lit: number }): number {
  const { canvas, horizon, random } = painting;
  const { x, nearness, color } = tower;
  const width = canvas.unit * between(random, 0.035, 0.075) * (1 + 0.35 * nearness);
  // Towers are denser and higher in the middle of a city.
  const middle = 1 - Math.abs((x + width / 2) / canvas.width - 0.5) * 1.1;
  const height = canvas.unit * (0.06 + middle * between(random, 0.1, 0.42) * (1 - 0.45 * nearness));
  const top = horizon - height;
  canvas.polygon(
    [
      [x, horizon],
      [x, top],
      [x + width, top],
      [x + width, horizon],
    ],
    color,
  );
  paintRoof(painting, { x, width, top, color });
  paintWindows(painting, { ...tower, width, top });
  return width * between(random, 0.86, 1.15);
}

/** Paints a gable, a smaller story or nothing. Some roofs have a mast. */
function paintRoof(
  { canvas, random }: Painting,
  { x, width, top, color }: { x: number; width: number; top: number; color: Color },
): void {
  const at = (dx: number, dy: number): Point => [x + dx * width, top - dy * width];
  const lot = random();
  if (lot < 0.25) canvas.polygon([at(0, 0), at(0.5, 0.6), at(1, 0)], color);
  else if (lot < 0.5) canvas.polygon([at(0.2, 0), at(0.2, 0.3), at(0.8, 0.3), at(0.8, 0)], color);
  else if (lot > 0.8) canvas.line(at(0.5, 0), at(0.5, 1.1), { color, width: canvas.unit * 0.002 });
}

function paintWindows(
  { canvas, horizon, palette, random }: Painting,
  { x, width, top, lit }: { x: number; width: number; top: number; lit: number },
): void {
  const pitch = canvas.unit * 0.0125;
  for (let row = top + pitch; row < horizon - pitch; row += pitch) {
    for (let column = x + pitch * 0.6; column < x + width - pitch * 0.7; column += pitch * 0.85) {
      if (random() > lit) continue;
      const [w, h] = [pitch * 0.4, pitch * 0.5];
      const alpha = between(random, 0.45, 1);
      canvas.polygon(
        [
          [column, row],
          [column + w, row],
          [column + w, row + h],
          [column, row + h],
        ],
        palette.lamp,
        alpha,
      );
    }
  }
}
