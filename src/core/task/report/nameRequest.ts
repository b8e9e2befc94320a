import { jobFileStem } from '../../artifact/jobFileName.ts';
import { toText } from '../../jobFile/expression/toText.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import { makeInert } from '../../support/text/makeInert.ts';

/** Names a request by what differs from the others: job file, job, axes. */
export function nameRequest(
  jobFile: string,
  { job, index, axes }: Pick<PlannedRequest, 'job' | 'index' | 'axes'>,
): string {
  const values = Object.values(axes).map(toText).join(', ');
  const number = values === '' && index > 1 ? ` #${index}` : '';
  const stem = jobFileStem(/[^/\\]*$/.exec(jobFile)?.[0] ?? '');
  return makeInert([stem, job, values].filter(Boolean).join(' · ') + number);
}
