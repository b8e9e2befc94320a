import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { TextRange } from '../../support/textRange.ts';
import { pathOf } from '../layout/layout.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';
import { type ExpressionContext, findExpressionContext } from './expressionContext.ts';

/** An expression in the text. The range is that of its source, between the braces. */
export interface FoundExpression extends TextRange, ExpressionContext {
  readonly source: string;
  readonly isClosed: boolean;
  /** Keys from the root down to the value that contains the expression. */
  readonly path: readonly string[];
}

/**
 * Returns the expression around an offset. Only its line is read, so that an expression is found while it is being
 * typed. Both ends of the source are included. An expression ends on its line.
 */
export function findExpression(view: DocumentView, offset: number): FoundExpression | null {
  const line = view.layout.findLine(offset);
  if (!line || line.kind === 'comment') return null;
  for (const piece of scanTemplate(view.text.slice(line.start, line.end))) {
    if (piece.kind !== 'expression') continue;
    const start = line.start + piece.sourceStart;
    const end = start + piece.source.length;
    if (offset < start || offset > end) continue;
    const path = pathOf(line.entry);
    const { source, isClosed } = piece;
    return { source, isClosed, start, end, path, ...findExpressionContext(path, { hasJobs: hasJobs(view) }) };
  }
  return null;
}
