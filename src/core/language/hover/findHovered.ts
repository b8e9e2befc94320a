import type { ScalarNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import { findNodePath, keysOf } from '../edits/nodePath.ts';
import { findCompletionContext } from '../layout/findCompletionContext.ts';
import type { DocumentView } from '../view/documentView.ts';

/** A key or a value, with the keys above it. */
export interface Hovered {
  /** Keys from the root down to the map of the key. */
  readonly owner: readonly string[];
  readonly key: string;
  readonly range: TextRange;
  /** The scalar after the key. Null on the key itself. */
  readonly node: ScalarNode | null;
}

/**
 * Returns what is at an offset. The parsed file is used first. Where its YAML is broken, a word that looks like a key
 * is one, because an open quote includes the keys after it.
 */
export function findHovered(view: DocumentView, offset: number): Hovered | null {
  const isBroken = view.checked.problems.some(({ code }) => code === 'yaml-syntax');
  const found = findInTree(view, offset);
  if (found && (!isBroken || !found.node)) return found;
  return findByLayout(view, offset) ?? found;
}

/** A merged value is written elsewhere in the file and has its own hover there. */
function findInTree({ checked }: DocumentView, offset: number): Hovered | null {
  const nodePath = findNodePath(checked.jobFile.root, { start: offset, end: offset });
  if (!nodePath) return null;
  const { node, entry } = nodePath;
  const path = keysOf(nodePath);
  const place = { owner: path.slice(0, -1), key: path.at(-1) ?? '' };
  if (entry && isInside(entry.keyRange, offset)) return { ...place, range: entry.keyRange, node: null };
  return node.kind === 'scalar' && isInside(node, offset) ? { ...place, range: node, node } : null;
}

function findByLayout({ layout, text }: DocumentView, offset: number): Hovered | null {
  const place = findCompletionContext(layout, text, offset);
  if (place.kind === 'nothing' || place.range.start === place.range.end) return null;
  const written = text.slice(place.range.start, place.range.end).replaceAll(/^["']|["']$/g, '');
  if (place.kind === 'key') return { owner: place.path, key: written, range: place.range, node: null };
  const node: ScalarNode = { kind: 'scalar', style: 'plain', value: written, ...place.range };
  return { owner: place.path.slice(0, -1), key: place.path.at(-1) ?? '', range: place.range, node };
}

function isInside({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}
