import type { CheckedJob } from './checkJob.ts';
import { buildProblem, type Problem } from '../problem.ts';

/**
 * Reports jobs whose `text` another job uses although they make images or audio. Otherwise they would be made, and paid
 * for, before it is visible that there is no text.
 */
export function checkTexts(jobs: readonly CheckedJob[]): readonly Problem[] {
  const asked = jobs.flatMap(({ needs }) => needs.filter(({ value }) => value === 'text'));
  if (asked.length === 0) return [];
  const silent = new Set(jobs.filter(isSilent).map(({ job }) => job.id));
  return asked
    .filter(({ id }) => silent.has(id))
    .map(({ id, ...range }) => buildProblem('unknown-name', range, { args: { job: id, variant: 'no-text' } }));
}

/** Only chat endpoints return text. A model that is not in the catalog is not checked. */
function isSilent({ targets }: CheckedJob): boolean {
  return targets.length > 0 && targets.every((target) => target?.family && !target.endpoint.dialect);
}
