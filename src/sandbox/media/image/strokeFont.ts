import { boxGlyph, glyphs, marks, marksBelow, stand } from './glyphs.ts';

/** Height of a capital in units of the glyph grid. A line also needs room for an accent and a descender. */
export const capHeight = 14;

const baseline = 4;
const letterGap = 4.6;
const wordGap = 7;
/** Grid units by which an accent moves up from a small letter to a capital. */
const capitalRise = 4;

/** A straight piece of a stroke in grid units: x to the right, y up from the baseline. */
export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

type GridPoint = readonly [x: number, y: number];

/** Converts a line of text to strokes. Accented letters are built from their parts. An unknown character is a box. */
export function layOutText(text: string): { readonly segments: readonly Segment[]; readonly width: number } {
  const segments: Segment[] = [];
  let pen = 0;
  let last = { start: 0, width: 0, isTall: false };
  for (const character of Array.from(spellOut(text))) {
    if (character === ' ') {
      pen += wordGap;
      continue;
    }
    if (/\p{M}/u.test(character)) {
      segments.push(...layOutMark(character, last));
      continue;
    }
    const [width = '8', strokes = ''] = (glyphs[character] ?? boxGlyph).split('|');
    last = { start: pen, width: parseInt(width, 36), isTall: /[\p{Lu}dlhkbtf]/u.test(character) };
    segments.push(...parseStrokes(strokes, pen, 0));
    pen += last.width + letterGap;
  }
  return { segments, width: Math.max(0, pen - letterGap) };
}

/**
 * Returns canonical parts, an i without its dot under an accent, and replacement characters. A character without a
 * shape is left out.
 */
function spellOut(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/i(?=[\u0300-\u030c])/g, 'ı')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replaceAll(/./gu, (character) => stand[character] ?? character);
}

function layOutMark(mark: string, letter: { start: number; width: number; isTall: boolean }): readonly Segment[] {
  const left = letter.start + letter.width / 2 - 4;
  const above = marks[mark];
  if (above !== undefined) return parseStrokes(above, left, letter.isTall ? capitalRise : 0);
  return parseStrokes(marksBelow[mark] ?? '', left, 0);
}

function parseStrokes(strokes: string, left: number, rise: number): readonly Segment[] {
  return strokes.split(' ').flatMap((stroke) => {
    const points = flatten(stroke);
    return points.slice(1).map(([x2, y2], index) => {
      const [x1, y1] = points[index] ?? [x2, y2];
      return { x1: x1 + left, y1: y1 + rise, x2: x2 + left, y2: y2 + rise };
    });
  });
}

function flatten(stroke: string): readonly GridPoint[] {
  const kind = /^[~@]/.exec(stroke)?.[0];
  const digits = kind ? stroke.slice(1) : stroke;
  const points = Array.from(digits.matchAll(/(.)(.)/g), ([, x = '0', y = '0']): GridPoint => [
    parseInt(x, 36),
    parseInt(y, 36) - baseline,
  ]);
  if (kind === '~') return curveThrough(points);
  return kind === '@' ? closedCurve(points) : points;
}

/** Curves from the first to the last point. It passes halfway between the inner points and never has a corner. */
function curveThrough(points: readonly GridPoint[]): readonly GridPoint[] {
  const curve: GridPoint[] = points.slice(0, 1);
  let from = points[0] ?? [0, 0];
  for (let index = 1; index < points.length - 1; index += 1) {
    const control = points[index] ?? from;
    const next = points[index + 1] ?? control;
    const to = index === points.length - 2 ? next : middle(control, next);
    curve.push(...bend(from, control, to));
    from = to;
  }
  return curve;
}

function closedCurve(points: readonly GridPoint[]): readonly GridPoint[] {
  const [first = [0, 0], second = first] = points;
  const start = middle(first, second);
  return curveThrough([start, ...points.slice(1), first, start]);
}

function bend(from: GridPoint, control: GridPoint, to: GridPoint): readonly GridPoint[] {
  const steps = 8;
  return Array.from({ length: steps }, (_, index): GridPoint => {
    const t = (index + 1) / steps;
    const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
    return [a * from[0] + b * control[0] + c * to[0], a * from[1] + b * control[1] + c * to[1]];
  });
}

function middle(a: GridPoint, b: GridPoint): GridPoint {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
