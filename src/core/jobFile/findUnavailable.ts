import { assertNever } from '../support/assertNever.ts';
import { isMediaFieldName } from '../catalog/mediaFieldNames.ts';
import type { TextRange } from '../support/textRange.ts';
import { buildProblem, type Problem } from './problem.ts';
import type { ScalarNode, SyntaxNode } from './syntaxTree.ts';

/** `${{ … }}`, but not `$${{`, which stands for the characters themselves. */
const expression = /(?<!\$)\$\{\{[^}\n]*(?:\}(?!\})[^}\n]*)*(?:\}\})?/g;

/**
 * Which values name media, by URL or else as a local file: all of them, those below a key that is known to take media,
 * or, where the text is sent word for word, none.
 */
export type MediaReading = 'all' | 'by-name' | 'none';

/**
 * Values whose meaning this version does not carry out: sent as they stand, they would be charged for and be wrong.
 * `text` is the whole file.
 */
export function findUnavailable(node: SyntaxNode, text: string, media: MediaReading): readonly Problem[] {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' ? findInText(node, text, media) : [];
    case 'sequence':
      return node.items.flatMap((item) => findUnavailable(item, text, media));
    case 'map':
      return node.entries.flatMap(({ key, value }) => {
        const isMedia = media === 'by-name' && isMediaFieldName(key);
        return findUnavailable(value, text, isMedia ? 'all' : media);
      });
    default:
      return assertNever(node);
  }
}

function findInText(node: ScalarNode, text: string, media: MediaReading): readonly Problem[] {
  const value = String(node.value);
  if (value.search(expression) >= 0)
    return expressionRanges(node, text).map((range) => unavailable('expression', range));
  if (media === 'all' && value.trim() !== '' && !isUrl(value)) return [unavailable('local-file', node)];
  return value.startsWith('file://') ? [unavailable('file-text', node)] : [];
}

/** Where they stand in the file. Escapes of a quoted text may hide them; then it is the text as a whole. */
function expressionRanges(node: ScalarNode, text: string): readonly TextRange[] {
  const source = text.slice(node.start, node.end);
  const ranges = [...source.matchAll(expression)].map(({ index, 0: match }) => ({
    start: node.start + index,
    end: node.start + index + match.length,
  }));
  return ranges.length > 0 ? ranges : [node];
}

function unavailable(variant: string, range: TextRange): Problem {
  return buildProblem('not-available-yet', range, { args: { variant } });
}

/** What goes to the gateway as it stands: web addresses, `data:` URIs and registered assets. */
function isUrl(value: string): boolean {
  return /^(https?|data|asset):/i.test(value);
}

/** Takes the escape off: `$${{` is sent as `${{`. */
export function unescapeExpressions(value: string): string {
  return value.replaceAll('$${{', '${{');
}
