import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { Grid, GridLine } from './grid.ts';

/** The cell with the focus, and the selected items. A snapshot. */
export interface Selection {
  readonly activeId: string | null;
  /** Where a range begins. */
  readonly anchorId: string | null;
  readonly ids: ReadonlySet<string>;
}

export const noSelection: Selection = { activeId: null, anchorId: null, ids: new Set() };

export function selectOne(id: string): Selection {
  return { activeId: id, anchorId: id, ids: new Set([id]) };
}

/** Selects everything between the anchor and this item, in reading order. */
export function extendTo({ anchorId }: Selection, id: string, order: readonly string[]): Selection {
  const start = anchorId === null ? -1 : order.indexOf(anchorId);
  const end = order.indexOf(id);
  if (start < 0 || end < 0) return selectOne(id);
  const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { activeId: id, anchorId, ids: new Set(range) };
}

/** Adds an item to the selection, or removes it. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { activeId: id, anchorId: id, ids: next };
}

export function selectAll({ activeId }: Selection, order: readonly string[]): Selection {
  const first = order[0] ?? null;
  return { activeId: activeId ?? first, anchorId: first, ids: new Set(order) };
}

/**
 * Drops what the sheet no longer shows. If that is the active item, the one that took its place becomes active: the
 * next one that is left of the order before, or else the last one.
 */
export function retain(selection: Selection, before: readonly string[], order: readonly string[]): Selection {
  const present = new Set(order);
  const { activeId, anchorId } = selection;
  const ids = new Set([...selection.ids].filter((id) => present.has(id)));
  if (activeId === null || present.has(activeId)) {
    const isSame = ids.size === selection.ids.size;
    return isSame
      ? selection
      : { activeId, anchorId: anchorId !== null && present.has(anchorId) ? anchorId : activeId, ids };
  }
  const next = before.slice(before.indexOf(activeId)).find((id) => present.has(id)) ?? order.at(-1);
  if (next === undefined) return noSelection;
  return ids.size > 0 ? { activeId: next, anchorId: next, ids } : selectOne(next);
}

/** Returns the item after the selected ones, to which the user moves on. Null if they are the last. */
export function nextOf({ ids, activeId }: Selection, order: readonly string[]): string | null {
  return order[order.findLastIndex((id) => ids.has(id) || id === activeId) + 1] ?? null;
}

const moves = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'] as const;
/** A key that moves through the grid. A page is the number of lines that fit. */
export type SelectionMove = (typeof moves)[number];

export function isMove(key: string): key is SelectionMove {
  return moves.some((move) => move === key);
}

/** Returns the item that a move from this one leads to. At an edge, it is the same item. */
export function moveFrom(grid: Grid, from: string | null, move: SelectionMove, pageLines: number): string | null {
  const { order } = grid;
  const cell = grid.cells.get(from ?? '');
  if (from === null || !cell) return order[0] ?? null;
  if (move === 'Home') return order[0] ?? null;
  if (move === 'End') return order.at(-1) ?? null;
  if (move === 'ArrowLeft') return order[order.indexOf(from) - 1] ?? from;
  if (move === 'ArrowRight') return order[order.indexOf(from) + 1] ?? from;
  const step = move === 'ArrowUp' || move === 'PageUp' ? -1 : 1;
  let left = move === 'ArrowUp' || move === 'ArrowDown' ? 1 : Math.max(1, pageLines);
  let found = from;
  // Headings and lines without items do not count.
  for (let at = cell.line + step; grid.lines[at] && left > 0; at += step) {
    const nearest = nearestItem(grid.lines[at], cell.column);
    if (!nearest) continue;
    found = nearest.id;
    left -= 1;
  }
  return found;
}

function nearestItem(line: GridLine | undefined, column: number): PreviewItem | undefined {
  if (line?.kind !== 'cells') return undefined;
  const distances = line.cells.flatMap((item, at) => (item ? [{ item, distance: Math.abs(at - column) }] : []));
  return distances.toSorted((a, b) => a.distance - b.distance)[0]?.item;
}
