import type { EvaluationStage } from '../../jobFile/expression/contexts.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import type { SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { TextRange } from '../../support/textRange.ts';
import { pathOf } from '../layout/layout.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';

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

/**
 * The kind of value below a path of keys, and its job. The job is null for the job at the root and for the file itself.
 */
export interface ExpressionContext {
  readonly stage: EvaluationStage | null;
  readonly job: string | null;
}

/** `stage` is null under `gen`, which is read before expressions are evaluated. Its defaults are fields. */
export function findExpressionContext(
  path: readonly string[],
  { hasJobs }: { readonly hasJobs: boolean },
): ExpressionContext {
  const [first, second = null, ...rest] = path;
  if (hasJobs && first === 'jobs') return { stage: stageOf(rest), job: second };
  return { stage: stageOf(path), job: null };
}

function stageOf([first, second]: readonly string[]): EvaluationStage | null {
  switch (first) {
    case 'gen':
      return second === 'defaults' ? 'field' : null;
    case 'vars':
    case 'matrix':
    case 'model':
    case 'output':
      return first;
    default:
      return 'field';
  }
}

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
