import type { Point } from './canvas.ts';

/** Returns a smooth curve from the first to the last point. It passes halfway between the inner points. */
export function curveThrough(points: readonly Point[]): readonly Point[] {
  const curve: Point[] = points.slice(0, 1);
  let from = points[0] ?? [0, 0];
  for (const [index, control] of points.entries()) {
    const next = points[index + 1];
    if (index === 0 || !next) continue;
    const to = index === points.length - 2 ? next : middle(control, next);
    curve.push(...bend(from, control, to));
    from = to;
  }
  return curve;
}

/** Returns a closed curve that the points pull. */
export function closedCurve(points: readonly Point[]): readonly Point[] {
  const [first = [0, 0], second = first] = points;
  const start = middle(first, second);
  return curveThrough([start, ...points.slice(1), first, start]);
}

function bend(from: Point, control: Point, to: Point): readonly Point[] {
  return Array.from({ length: 8 }, (_, index): Point => {
    const t = (index + 1) / 8;
    const mix = (axis: 0 | 1): number => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t * t * to[axis];
    return [mix(0), mix(1)];
  });
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
