import type { MapNode, SyntaxEntry, SyntaxNode } from '../../jobFile/syntaxTree.ts';
import type { TextRange } from '../../support/textRange.ts';

/** A value of the file, and where it stands. */
export interface Seat {
  readonly node: SyntaxNode;
  /** The entry that it is the value of; null for the root and for items of a list. */
  readonly entry: SyntaxEntry | null;
  readonly parent: Seat | null;
}

/** The innermost value around a range, its key counted in; null outside of the root. What is merged in stands elsewhere. */
export function findSeat(root: MapNode | null, { start, end }: TextRange): Seat | null {
  if (!root) return null;
  let seat: Seat = { node: root, entry: null, parent: null };
  for (;;) {
    const inner = stepInto(seat, { start, end });
    if (!inner) return seat;
    seat = inner;
  }
}

/**
 * The value that fills a range exactly, the outermost of several: a map of one entry takes as much room as the entry.
 * Else as `findSeat`.
 */
export function findValueSeat(root: MapNode | null, range: TextRange): Seat | null {
  let seat = findSeat(root, range);
  while (seat?.parent && isSame(seat.parent.node, range)) seat = seat.parent;
  return seat;
}

function isSame(one: TextRange, other: TextRange): boolean {
  return one.start === other.start && one.end === other.end;
}

function stepInto(parent: Seat, range: TextRange): Seat | null {
  const { node } = parent;
  if (node.kind === 'map') {
    const entry = node.entries.find((each) => !each.isMerged && holds(node, each) && holds(each, range));
    return entry ? { node: entry.value, entry, parent } : null;
  }
  const item =
    node.kind === 'sequence' ? node.items.find((each) => holds(node, each) && holds(each, range)) : undefined;
  return item ? { node: item, entry: null, parent } : null;
}

function holds(outer: TextRange, { start, end }: TextRange): boolean {
  return outer.start <= start && end <= outer.end;
}

/** Keys from the root down to a value; items add none. */
export function pathOfSeat(seat: Seat | null): readonly string[] {
  const path: string[] = [];
  for (let each = seat; each; each = each.parent) if (each.entry) path.unshift(each.entry.key);
  return path;
}

/** Inside braces or brackets, where indentation means nothing. */
export function isInFlow(seat: Seat | null, text: string): boolean {
  for (let each = seat?.parent ?? null; each; each = each.parent) if (isFlow(each.node, text)) return true;
  return false;
}

export function isFlow(node: SyntaxNode, text: string): boolean {
  return node.kind !== 'scalar' && /[[{]/.test(text[node.start] ?? '');
}

/** An alias has the value of its anchor, which stands elsewhere and may be wanted there as it is. */
export function isAlias(node: SyntaxNode, text: string): boolean {
  return (
    text[node.start] === '*' &&
    !(node.kind === 'scalar' && typeof node.value === 'string' && node.value.startsWith('*'))
  );
}

/** The map that a value stands in. */
export function mapOf(seat: Seat | null): MapNode | null {
  const node = seat?.parent?.node;
  return node?.kind === 'map' ? node : null;
}
