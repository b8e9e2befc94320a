import type { EvaluationStage } from '../../jobFile/expression/contexts.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type Layout, pathOf } from '../layout/layout.ts';
import type { DocumentView } from '../view/documentView.ts';
import { listValues } from '../view/listValues.ts';

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
    return { source, isClosed, start, end, path, ...findExpressionContext(view.layout, path) };
  }
  return null;
}

/** The kind of value below a path of keys, and its job: null for the job at the root and for the file itself. */
export interface ExpressionContext {
  readonly stage: EvaluationStage | null;
  readonly job: string | null;
}

/** `stage` is null under `gen`, which is read before expressions are evaluated. Its defaults are fields. */
export function findExpressionContext({ hasJobs }: Layout, path: readonly string[]): ExpressionContext {
  const [first, second = null, ...rest] = path;
  if (hasJobs && first === 'jobs') return { stage: stageOf(rest), job: second };
  return { stage: stageOf(path), job: null };
}

function stageOf([first, second]: readonly string[]): EvaluationStage | null {
  if (first === 'vars' || first === 'matrix' || first === 'model' || first === 'output') return first;
  return first === 'gen' && second !== 'defaults' ? null : 'field';
}

/** Lists every expression of the file, in the order of the text. A merged value is listed where it is written. */
export function listExpressions(view: DocumentView): readonly FoundExpression[] {
  return listValues(view, { start: 0, end: view.text.length }).flatMap(({ path, node }) => {
    if (typeof node.value !== 'string' || !node.value.includes('${{')) return [];
    const context = findExpressionContext(view.layout, path);
    return scanTemplate(view.text.slice(node.start, node.end)).flatMap((piece) => {
      if (piece.kind !== 'expression') return [];
      const { source, isClosed } = piece;
      const start = node.start + piece.sourceStart;
      return [{ source, isClosed, path, ...context, start, end: start + source.length }];
    });
  });
}
