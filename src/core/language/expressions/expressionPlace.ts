import type { ExpressionPlace } from '../../jobFile/expression/contexts.ts';

/** What kind of value stands below these keys, and in which job: null for the job at the root or the file itself. */
export interface ExpressionSeat {
  readonly place: ExpressionPlace | null;
  readonly job: string | null;
}

/** `place` is null under `gen`, which is read before anything is worked out; its defaults are fields. */
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
