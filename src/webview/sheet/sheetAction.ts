import { markAction, type MarkAction } from '../marks/marking.ts';
import type { SelectionMove } from './selection.ts';

/** What a key does to the selection or to the selected results. */
export type SelectionAction =
  | { readonly kind: 'move'; readonly move: SelectionMove; readonly isExtending: boolean }
  | { readonly kind: 'open' | 'selectAll' | 'toggle' | 'compare' | 'menu' }
  | { readonly kind: 'mark'; readonly action: MarkAction };

/** What a key does in the contact sheet. */
type SheetAction = SelectionAction | { readonly kind: 'search' | 'filter' | 'showNew' };

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const moves: ReadonlyMap<string, SelectionMove> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['PageUp', 'pageUp'],
  ['PageDown', 'pageDown'],
  ['Home', 'first'],
  ['End', 'last'],
]);

/** Returns what a key does. Null for a key that belongs to the workbench. */
export function sheetAction({ key, shiftKey, ctrlKey, metaKey, altKey }: PressedKey): SheetAction | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (key === 'a') return { kind: 'selectAll' };
    return key === ' ' ? { kind: 'toggle' } : null;
  }
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { kind: 'menu' };
  const move = moves.get(key);
  if (move) return { kind: 'move', move, isExtending: shiftKey };
  if (key === 'Enter' || key === ' ') return { kind: 'open' };
  if (key === '/') return { kind: 'search' };
  if (key === 'f') return { kind: 'filter' };
  if (key === 'r') return { kind: 'showNew' };
  if (key === 'c') return { kind: 'compare' };
  const mark = markAction(key);
  return mark && { kind: 'mark', action: mark };
}
