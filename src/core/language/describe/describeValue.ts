import type { SyntaxNode } from '../../jobFile/syntax/syntaxTree.ts';
import { cutText } from '../../support/text/cutText.ts';

const maxCharacters = 60;

/** Describes a value on part of a line, for the outline: the first line of a string. Empty for maps and lists. */
export function describeValue(node: SyntaxNode): string {
  if (node.kind !== 'scalar' || node.value === null) return '';
  const [line = ''] = String(node.value).trim().split('\n', 1);
  return cutText(line, maxCharacters);
}
