import type { CheckedJob } from './checkJob.ts';
import { buildProblem, type Problem } from './problem.ts';

/**
 * Jobs whose text others ask for though they make images or sound: they would be made, and paid for, before anybody sees
 * that there is no text to go on with.
 */
export function checkTexts(jobs: readonly CheckedJob[]): readonly Problem[] {
  const silent = new Set(jobs.filter(isSilent).map(({ job }) => job.id));
  return jobs.flatMap(({ compiled }) =>
    compiled.needs
      .filter(({ id, value }) => value === 'text' && silent.has(id))
      .map(({ id, start, end }) =>
        buildProblem('unknown-name', { start, end }, { args: { job: id, variant: 'no-text' } }),
      ),
  );
}

/** Only endpoints for chat answer in words; what the catalog does not know is not judged. */
function isSilent({ groups }: CheckedJob): boolean {
  return groups.length > 0 && groups.every(({ target }) => target?.family && !target.endpoint.dialect);
}
