import type { SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { cutText } from '../../support/text/cutText.ts';

const maxCharacters = 60;

/** The indicators of a literal block with their comment, and the first line with content. */
const literalPattern = /^\|[^\n]*\s*([^\n]*?)\r?(?:\n|$)/;

/**
 * Describes a value on part of a line, for the outline: the first line of a string. Empty for maps and lists. The line
 * of a long block is read in `text`, because its value is not built until it is used.
 */
export function describeValue(node: SyntaxNode, text: string): string {
  if (node.kind !== 'scalar' || node.value === null) return '';
  const written = node.style === 'block' ? literalPattern.exec(text.slice(node.start, node.end))?.[1] : undefined;
  const [line = ''] = written === undefined ? String(node.value).trim().split('\n', 1) : [written];
  return cutText(line, maxCharacters);
}
