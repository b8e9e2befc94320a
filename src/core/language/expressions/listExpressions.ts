import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { assertNever } from '../../support/assertNever.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';
import { findExpressionContext } from './expressionContext.ts';
import type { FoundExpression } from './findExpression.ts';

/** Lists every expression of the file, in the order of the text. A merged value is listed where it is written. */
export function listExpressions(view: DocumentView): readonly FoundExpression[] {
  const { root } = view.checked.jobFile;
  if (!root) return [];
  const isJobs = hasJobs(view);
  return walk(root, []).map(({ path, ...found }) => ({
    ...found,
    path,
    ...findExpressionContext(path, { hasJobs: isJobs }),
  }));

  function walk(node: SyntaxNode, path: readonly string[]): readonly Omit<FoundExpression, 'stage' | 'job'>[] {
    switch (node.kind) {
      case 'scalar':
        return typeof node.value === 'string' && node.value.includes('${{') ? readScalar(node, path) : [];
      case 'sequence':
        return node.items.flatMap((item) => walk(item, path));
      case 'map':
        return node.entries.flatMap(({ isMerged, key, value }) => (isMerged ? [] : walk(value, [...path, key])));
      default:
        return assertNever(node);
    }
  }

  function readScalar({ start, end }: SyntaxNode, path: readonly string[]) {
    return scanTemplate(view.text.slice(start, end)).flatMap((piece) => {
      if (piece.kind !== 'expression') return [];
      const { source, isClosed } = piece;
      const sourceStart = start + piece.sourceStart;
      return [{ source, isClosed, path, start: sourceStart, end: sourceStart + source.length }];
    });
  }
}
