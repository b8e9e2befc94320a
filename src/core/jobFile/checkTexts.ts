import type { CheckedJob } from './checkJob.ts';
import { buildProblem, type Problem } from './problem.ts';

/**
 * Jobs whose text others ask for though they make images or sound: they would be made, and paid for, before anybody sees
 * that there is no text to go on with.
 */
export function checkTexts(jobs: readonly CheckedJob[]): readonly Problem[] {
  const asked = jobs.flatMap(({ needs }) => needs.filter(({ value }) => value === 'text'));
  if (asked.length === 0) return [];
  const silent = new Set(jobs.filter(isSilent).map(({ job }) => job.id));
  return asked
    .filter(({ id }) => silent.has(id))
    .map(({ id, ...range }) => buildProblem('unknown-name', range, { args: { job: id, variant: 'no-text' } }));
}

/** Only endpoints for chat answer in words; what the catalog does not know is not judged. */
function isSilent({ targets }: CheckedJob): boolean {
  return targets.length > 0 && targets.every((target) => target?.family && !target.endpoint.dialect);
}
