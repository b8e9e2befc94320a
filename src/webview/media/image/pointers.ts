import type { Point } from './zoom.ts';

interface PointerTarget {
  readonly zoomBy: (factor: number, at: Point) => void;
  readonly pan: (x: number, y: number) => void;
}

/** Turns wheel, drag and two-finger pinch on an element into zoom and pan. Call the result to stop. */
export function trackPointers(surface: HTMLElement, { zoomBy, pan }: PointerTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const pointers = new Map<number, Point>();

  surface.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      // A trackpad reports a pinch as a wheel with Ctrl and small steps.
      const speed = event.ctrlKey ? 0.01 : 0.002;
      const steps = Math.min(Math.max(event.deltaY, -200), 200);
      zoomBy(Math.exp(-steps * speed), pointIn(surface, event));
    },
    { signal, passive: false },
  );

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      surface.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, pointIn(surface, event));
    },
    { signal },
  );

  surface.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = pointIn(surface, event);
      pointers.set(event.pointerId, now);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return pan(now.x - before.x, now.y - before.y);
      const factor = distance(now, other) / Math.max(distance(before, other), 1);
      zoomBy(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    },
    { signal },
  );

  for (const type of ['pointerup', 'pointercancel'] as const) {
    surface.addEventListener(type, ({ pointerId }) => pointers.delete(pointerId), { signal });
  }
  return () => stop.abort();
}

function pointIn(surface: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = surface.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
