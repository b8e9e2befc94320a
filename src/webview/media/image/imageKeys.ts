import type { Point } from './zoom.ts';

const panStepPx = 60;

/** A named action, or the distance that the image moves. */
export type ZoomAction = 'in' | 'out' | 'fit' | 'actual' | Point;

const named: ReadonlyMap<string, ZoomAction> = new Map([
  ['+', 'in'],
  ['=', 'in'],
  ['-', 'out'],
  ['0', 'fit'],
  ['1', 'actual'],
]);

const shifted: ReadonlyMap<string, ZoomAction> = new Map([
  ['ArrowLeft', { x: panStepPx, y: 0 }],
  ['ArrowRight', { x: -panStepPx, y: 0 }],
  ['ArrowUp', { x: 0, y: panStepPx }],
  ['ArrowDown', { x: 0, y: -panStepPx }],
]);

/** Returns the effect of a key on an image. Arrow keys need Shift, because alone they step through the results. */
export function zoomAction({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): ZoomAction | null {
  return named.get(key) ?? (shiftKey ? shifted.get(key) : undefined) ?? null;
}
