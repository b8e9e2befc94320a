import type { SequenceNode } from '../../jobFile/syntax/syntaxNode.ts';
import { columnAt, spaces, withLineBreaksOf } from '../../support/text/lines.ts';
import type { TextEdit } from '../languageService.ts';
import { findBlockEntryRange } from './entryRange.ts';
import { isAlias, isFlow } from './nodePath.ts';

/** Adds an item, written on one line, to the end of a list. Returns null for a list that is written elsewhere. */
export function appendItem(text: string, list: SequenceNode, item: string): TextEdit | null {
  const last = list.items.at(-1);
  if (isAlias(list, text)) return null;
  // A list without items can only be written in brackets.
  if (!last || isFlow(list, text)) {
    const at = last?.end ?? list.start + 1;
    return { start: at, end: at, newText: last ? `, ${item}` : item };
  }
  const dash = text.lastIndexOf('-', last.start - 1);
  const { end } = findBlockEntryRange(text, dash);
  return { start: end, end, newText: withLineBreaksOf(text, `\n${spaces(columnAt(text, dash))}- ${item}`) };
}
