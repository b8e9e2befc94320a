import { between, type Random } from '../random.ts';
import type { Canvas, Point } from './canvas.ts';
import { mixColors, rgb, type Color } from './color.ts';
import { createRidge, fillBelow } from './land.ts';
import type { Painting } from './painting.ts';

/** Paints slopes full of conifers in the mist. */
export function paintForest(painting: Painting): void {
  const { canvas, horizon, palette, random } = painting;
  const count = 6;
  for (let index = 0; index < count; index += 1) {
    const nearness = index / (count - 1);
    const outline = createRidge(painting, {
      base: horizon - canvas.unit * 0.06 + nearness ** 1.25 * (canvas.height - horizon) * 0.95,
      relief: canvas.unit * (0.22 - 0.1 * nearness),
      frequency: 1.4,
      octaves: 3,
    });
    const green = mixColors(palette.near, rgb(0x1f4a3a), 0.35);
    const color = mixColors(palette.far, green, nearness ** 0.9);
    const size = canvas.unit * (0.035 + 0.2 * nearness ** 1.6);
    for (let x = -size; x < canvas.width + size; x += size * between(random, 0.16, 0.34)) {
      const row = outline[Math.min(canvas.width - 1, Math.max(0, Math.round(x)))] ?? horizon;
      const tall = size * between(random, 0.6, 1.15);
      paintConifer(canvas, [x, row + size * 0.15], {
        height: tall,
        color: mixColors(color, palette.near, random() * 0.14),
        random,
      });
    }
    const mist = mixColors(color, palette.sky[3], 0.55 * (1 - nearness));
    fillBelow(canvas, outline, { edge: color, foot: mist, depth: canvas.unit * 0.14 });
  }
}

/** Paints tiers of branches, each wider than the one above and a little uneven. The point is the foot of the tree. */
function paintConifer(
  canvas: Canvas,
  [x, foot]: Point,
  { height, color, random }: { height: number; color: Color; random: Random },
): void {
  const tiers = 6;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let tier = 0; tier < tiers; tier += 1) {
    const top = foot - height * (1 - tier / tiers);
    const reach = height * 0.17 * ((tier + 1) / tiers) ** 0.85;
    const droop = height / tiers;
    left.push([x - reach * 0.42, top], [x - reach * between(random, 0.9, 1.15), top + droop * 1.12]);
    right.push([x + reach * 0.42, top], [x + reach * between(random, 0.9, 1.15), top + droop * 1.12]);
  }
  canvas.polygon([[x, foot - height * 1.06], ...right, ...left.toReversed()], color);
}

/** Paints a broad tree that is alone. */
export function paintBroadTree(
  canvas: Canvas,
  [x, foot]: Point,
  { height, color, light, random }: { height: number; color: Color; light: Color; random: Random },
): void {
  const trunk = height * 0.03;
  canvas.polygon(
    [
      [x - trunk * 2.2, foot],
      [x - trunk * 0.6, foot - height * 0.6],
      [x + trunk * 0.6, foot - height * 0.6],
      [x + trunk * 2.2, foot],
    ],
    color,
  );
  for (let index = 0; index < 260; index += 1) {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random());
    const center: Point = [
      x + Math.cos(angle) * reach * height * 0.34,
      foot - height * 0.68 + Math.sin(angle) * reach * height * 0.27,
    ];
    const lit = Math.max(0, -Math.sin(angle)) * reach * 0.4;
    canvas.disk(center, height * between(random, 0.025, 0.07), { color: mixColors(color, light, lit), alpha: 0.9 });
  }
}
