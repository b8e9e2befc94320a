import type { ExpressionPlace } from '../../jobFile/expression/contexts.ts';

/**
 * The kind of value below a path of keys, and its job. The job is null for the job at the root and for the file itself.
 */
export interface ExpressionSeat {
  readonly place: ExpressionPlace | null;
  readonly job: string | null;
}

/** `place` is null under `gen`, which is read before expressions are evaluated. Its defaults are fields. */
export function findSeat(path: readonly string[], { hasJobs }: { readonly hasJobs: boolean }): ExpressionSeat {
  const [first, second = null, ...rest] = path;
  if (hasJobs && first === 'jobs') return { place: placeOf(rest), job: second };
  return { place: placeOf(path), job: null };
}

function placeOf([first, second]: readonly string[]): ExpressionPlace | null {
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
