import { assertNever } from '../../support/assertNever.ts';
import { moveRange, type TextRange } from '../../support/textRange.ts';
import type { Problem } from '../problem.ts';
import type { SyntaxEntry, SyntaxNode } from '../syntax/syntaxTree.ts';

/** Returns the same tree, moved by `by` characters. */
export function moveEntry(entry: SyntaxEntry, by: number): SyntaxEntry {
  return {
    key: entry.key,
    keyRange: moveRange(entry.keyRange, by),
    value: moveNode(entry.value, by),
    isMerged: entry.isMerged,
    start: entry.start + by,
    end: entry.end + by,
  };
}

function moveNode(node: SyntaxNode, by: number): SyntaxNode {
  const start = node.start + by;
  const end = node.end + by;
  switch (node.kind) {
    case 'scalar':
      return { kind: 'scalar', start, end, value: node.value, style: node.style };
    case 'map':
      return { kind: 'map', start, end, entries: node.entries.map((entry) => moveEntry(entry, by)) };
    case 'sequence':
      return { kind: 'sequence', start, end, items: node.items.map((item) => moveNode(item, by)) };
    default:
      return assertNever(node);
  }
}

/** Maps an offset of one text to an offset of another. */
export type Move = (offset: number) => number;

/** Moves by the start, because the end may be where the next section begins. The related ranges move with it. */
export function moveFinding<T extends TextRange & Pick<Problem, 'related'>>(finding: T, move: Move): T {
  const start = move(finding.start);
  const moved = { ...finding, start, end: start + finding.end - finding.start };
  return finding.related ? { ...moved, related: finding.related.map((range) => moveFinding(range, move)) } : moved;
}
