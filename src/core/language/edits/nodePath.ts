import type { MapNode, SyntaxEntry, SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';

/** A value of the file, with its parents. */
export interface NodePath {
  readonly node: SyntaxNode;
  /** The entry whose value this is. Null for the root and for items of a list. */
  readonly entry: SyntaxEntry | null;
  readonly parent: NodePath | null;
}

/**
 * Returns the innermost value around a range, its key included. Null outside the root. Merged values are written
 * elsewhere.
 */
export function findNodePath(root: MapNode | null, { start, end }: TextRange): NodePath | null {
  if (!root) return null;
  let nodePath: NodePath = { node: root, entry: null, parent: null };
  for (;;) {
    const inner = stepInto(nodePath, { start, end });
    if (!inner) return nodePath;
    nodePath = inner;
  }
}

/**
 * Returns the value that fills a range exactly, or the outermost of several: a map with one entry has the same range as
 * the entry. Otherwise the result is that of `findNodePath`.
 */
export function findValuePath(root: MapNode | null, range: TextRange): NodePath | null {
  let nodePath = findNodePath(root, range);
  while (nodePath?.parent && isSame(nodePath.parent.node, range)) nodePath = nodePath.parent;
  return nodePath;
}

function isSame(one: TextRange, other: TextRange): boolean {
  return one.start === other.start && one.end === other.end;
}

function stepInto(parent: NodePath, range: TextRange): NodePath | null {
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

/** Returns the keys from the root down to a value. Items add none. */
export function keysOf(nodePath: NodePath | null): readonly string[] {
  const path: string[] = [];
  for (let each = nodePath; each; each = each.parent) if (each.entry) path.unshift(each.entry.key);
  return path;
}

/** Whether the value is inside braces or brackets, where indentation has no meaning. */
export function isInFlow(nodePath: NodePath | null, text: string): boolean {
  for (let each = nodePath?.parent ?? null; each; each = each.parent) if (isFlow(each.node, text)) return true;
  return false;
}

export function isFlow(node: SyntaxNode, text: string): boolean {
  return node.kind !== 'scalar' && /[[{]/.test(text[node.start] ?? '');
}

/** An alias has the value of its anchor, which is written elsewhere and may be needed unchanged there. */
export function isAlias(node: SyntaxNode, text: string): boolean {
  return (
    text[node.start] === '*' &&
    !(node.kind === 'scalar' && typeof node.value === 'string' && node.value.startsWith('*'))
  );
}

/** Returns the map that contains a value. */
export function mapOf(nodePath: NodePath | null): MapNode | null {
  const node = nodePath?.parent?.node;
  return node?.kind === 'map' ? node : null;
}
