import type { CheckedJob } from './checkJob.ts';
import { highestMaxRuns } from '../parse/controlKeys.ts';
import { buildProblem, type Problem } from '../problem.ts';

/** A matrix grows quickly, and every request costs money. The problem is shown at the job with the most requests. */
export function checkCount(jobs: readonly CheckedJob[], maxRuns: number): readonly Problem[] {
  const max = Math.min(maxRuns, highestMaxRuns);
  const sum = jobs.reduce((before, { count }) => before + count, 0);
  if (sum <= max) return [];
  const [largest] = [...jobs].sort((a, b) => b.count - a.count);
  if (!largest) return [];
  const { matrix, repeat, repeatRange, label } = largest.job;
  const range = matrix?.keyRange ?? (repeat > 1 ? repeatRange : label);
  const variant = sum > highestMaxRuns ? { variant: 'for-any-file' } : {};
  return [buildProblem('too-many-runs', range, { args: { count: sum, max, ...variant } })];
}
