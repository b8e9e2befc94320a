import type { EvaluationStage } from '../../jobFile/expression/contexts.ts';

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
