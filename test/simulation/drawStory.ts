import { drawFile } from './drawFile.ts';
import { concerns, manners } from './manners.ts';
import { createRandom } from './random.ts';
import type { Move, Story } from './story.ts';
import { allThemes, drawMoves, drawPress, endings, type Draw, type Theme } from './themes.ts';

/** Draws the story of a seed. */
export function drawStory(seed: string): Story {
  const random = createRandom(`story ${seed}`);
  const chosen = allThemes.filter(() => random.chance(0.2));
  const has = (...themes: readonly Theme[]): boolean => themes.some((theme) => chosen.includes(theme));
  const machines = has('sleep', 'elsewhere') || random.chance(0.25) ? 2 : 1;
  const windows = Math.max(has('sleep', 'crowd', 'elsewhere') ? 2 : 1, random.pick([1, 1, 2, 2, 3]));
  const manner = has('answers') ? random.pick(manners) : null;
  // Budgets have to do without the amounts that no answer contains.
  const isTight = has('restart', 'stop') || (concerns(manner, 'amount') && random.chance(0.5));
  const files = Array.from({ length: random.pick([1, 1, 2]) }, (_, at) =>
    drawFile(at, { random, isTight, hasFolder: has('renames'), manner }),
  );
  const spanMs = random.pick([8_000, 30_000, 120_000]);
  const moves: Move[] = [];
  for (let window = 0; window < windows; window += 1) {
    moves.push({
      at: Math.floor(random.between(0, window === 0 ? 10 : 4_000)),
      kind: 'open',
      window,
      machine: window % machines,
    });
  }
  const draw: Draw = {
    random,
    machines,
    windows,
    files: files.length,
    spanMs,
    at: () => Math.floor(random.between(500, spanMs)),
    isQuiet: windows === 1 && !has(...endings),
    manner,
  };
  const presses = random.pick([1, 1, 2, 3]);
  for (let press = 0; press < presses; press += 1) moves.push(drawPress(draw, press === 0));
  for (const theme of chosen) {
    const count = random.pick([1, 1, 2, 3]);
    for (let each = 0; each < count; each += 1) moves.push(...drawMoves[theme](draw));
  }
  moves.sort((one, other) => one.at - other.at);
  const budgetDayUsd = has('user', 'rush') ? random.pick([0, 0.05, 0.09, 0.13]) : 0;
  const isOneHost = random.chance(0.5);
  const end = random.pick(['closed', 'killed', 'open'] as const);
  const isStorageApart = has('rebuild', 'elsewhere') || random.chance(0.4);
  const isIdempotent = random.chance(0.2);
  return { seed, machines, isStorageApart, isOneHost, isIdempotent, budgetDayUsd, files, moves, end };
}
