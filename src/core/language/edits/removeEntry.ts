import type { MapNode, SyntaxEntry } from '../../jobFile/syntax/syntaxNode.ts';
import { lineStartAt, nextLineAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { TextEdit } from '../languageService.ts';
import { findBlockEntryRange, findFlowEnd, hasLead, isFlow, type NodePath } from './nodePath.ts';

/** Removes an entry, with its line or its comma. `keyStart` may belong to an entry that is in no tree. */
export function removeEntry(text: string, map: MapNode, keyStart: number): TextEdit {
  const entry = map.entries.find((each) => !each.isMerged && each.start === keyStart);
  if (isFlow(map, text)) {
    return removeFromFlow(text, { start: keyStart, end: findFlowEnd(text, entry?.end ?? keyStart) });
  }
  const { end } = findBlockEntryRange(text, keyStart);
  if (!hasLead(text, keyStart)) return { start: lineStartAt(text, keyStart), end: nextLineAt(text, end), newText: '' };
  // The dash of the list stays for the next key.
  const next = map.entries.find((each) => !each.isMerged && each.start > keyStart);
  return next ? { start: keyStart, end: next.start, newText: '' } : { start: keyStart, end, newText: '{}' };
}

/** Like `removeEntry`, but also removes a map of controls, or an item of a list, that would be empty afterward. */
export function removeWithEmptyOwner(
  text: string,
  map: MapNode,
  { entry, owner }: { readonly entry: SyntaxEntry; readonly owner: NodePath | null },
): TextEdit {
  const outer = map.entries.length === 1 ? owner?.parent?.node : undefined;
  if (outer?.kind === 'sequence' && outer.items.length > 1) return removeItem(text, outer, map);
  const isAlone = owner?.entry && outer?.kind === 'map' && outer.entries.length > 1;
  return isAlone ? removeEntry(text, outer, owner.entry.start) : removeEntry(text, map, entry.start);
}

export function removeItem(text: string, list: TextRange, item: TextRange): TextEdit {
  if (text[list.start] === '[') return removeFromFlow(text, { start: item.start, end: findFlowEnd(text, item.end) });
  const dash = text.lastIndexOf('-', item.start - 1);
  const { end } = findBlockEntryRange(text, dash);
  return { start: lineStartAt(text, dash), end: nextLineAt(text, end), newText: '' };
}

/** `end` is the offset of the comma or the closing bracket. */
function removeFromFlow(text: string, { start, end }: TextRange): TextEdit {
  if (text[end] === ',') {
    const behind = /^,\s*/.exec(text.slice(end))?.[0].length ?? 1;
    return { start, end: end + behind, newText: '' };
  }
  const before = text.slice(0, start).trimEnd().replace(/,$/, '');
  return { start: before.length, end: start + text.slice(start, end).trimEnd().length, newText: '' };
}
