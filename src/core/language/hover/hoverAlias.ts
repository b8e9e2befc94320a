import { listAnchors } from '../../jobFile/syntax/listAnchors.ts';
import type { SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { TextRange } from '../../support/textRange.ts';
import { codeBlock, inlineCode } from '../describe/markdown.ts';
import type { Hover } from '../languageService.ts';
import { hoverMessages as words } from '../messages.ts';
import type { DocumentView } from '../view/documentView.ts';

/** Shows the value of an alias, as it is written after the anchor. */
export function hoverAlias({ text, checked, translate }: DocumentView, offset: number): Hover | null {
  if (!/\*\S/.test(text.slice(Math.max(0, offset - 200), offset + 2))) return null;
  for (const { name, range, aliases } of listAnchors(text)) {
    const alias = aliases.find(({ start, end }) => start - 1 <= offset && offset <= end);
    if (!alias) continue;
    const node = checked.jobFile.root && findNext(checked.jobFile.root, range.end, text);
    if (!node) return null;
    const title = translate(words.anchorOf, { name: inlineCode(name) });
    return {
      markdown: `${title}\n\n${codeBlock(sourceOf(node, text), 'yaml')}`,
      start: alias.start - 1,
      end: alias.end,
    };
  }
  return null;
}

/** Returns the outermost node after an offset with only spaces between. */
function findNext(node: SyntaxNode, offset: number, text: string): TextRange | null {
  if (node.start >= offset) return /^\s*$/.test(text.slice(offset, node.start)) ? node : null;
  switch (node.kind) {
    case 'scalar':
      return null;
    case 'sequence':
      return firstOf(node.items, offset, text);
    case 'map': {
      const own = node.entries.filter(({ isMerged }) => !isMerged);
      return firstOf(
        own.map(({ value }) => value),
        offset,
        text,
      );
    }
    default:
      return assertNever(node);
  }
}

function firstOf(nodes: readonly SyntaxNode[], offset: number, text: string): TextRange | null {
  for (const node of nodes) {
    const found = node.end < offset ? null : findNext(node, offset, text);
    if (found) return found;
  }
  return null;
}

/** Removes the indentation that the anchor's position requires. */
function sourceOf({ start, end }: TextRange, text: string): string {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  return text.slice(start, end).replaceAll(new RegExp(`\\n {0,${column}}`, 'g'), '\n');
}
