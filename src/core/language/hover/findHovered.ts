import type { MapNode, ScalarNode, SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { TextRange } from '../../support/textRange.ts';
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
  const { root } = view.checked.jobFile;
  const isBroken = view.checked.problems.some(({ code }) => code === 'yaml-syntax');
  const found = root && findInMap(root, offset, []);
  if (found && (!isBroken || !found.node)) return found;
  return findByLayout(view, offset) ?? found;
}

/** A merged value is written elsewhere in the file and has its own hover there. */
function findInMap(map: MapNode, offset: number, owner: readonly string[]): Hovered | null {
  for (const { key, keyRange, value, start, end, isMerged } of map.entries) {
    if (isMerged || offset < start || offset > end) continue;
    if (isInside(keyRange, offset)) return { owner, key, range: keyRange, node: null };
    if (isInside(value, offset)) return findInValue(value, offset, { owner, key });
  }
  return null;
}

function findInValue(
  node: SyntaxNode,
  offset: number,
  { owner, key }: { readonly owner: readonly string[]; readonly key: string },
): Hovered | null {
  switch (node.kind) {
    case 'scalar':
      return { owner, key, range: node, node };
    case 'map':
      return findInMap(node, offset, [...owner, key]);
    case 'sequence': {
      const item = node.items.find((each) => isInside(each, offset));
      return item ? findInValue(item, offset, { owner, key }) : null;
    }
    default:
      return assertNever(node);
  }
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
