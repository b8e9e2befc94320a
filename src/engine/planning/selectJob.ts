import { groupBy } from '../../core/support/groupBy.ts';
import { mapGiven, type GivenResult } from '../../core/task/run/sourceList.ts';
import type { ResolvedRequest } from './resolveChain.ts';

export interface Selection {
  /** The requests that the press is about, in the order of the file. */
  readonly wanted: readonly ResolvedRequest[];
  /** Existing results of needed jobs that are not requested. */
  readonly given: readonly GivenResult[];
}

/** Selects one job of a file, with the jobs that it needs and that have no result yet. Without a job, all of them. */
export function selectJob(resolved: readonly ResolvedRequest[], job: string | undefined): Selection {
  if (job === undefined) return { wanted: resolved, given: [] };
  const byJob = groupBy(resolved, ({ request }) => request.job ?? '');
  const wanted = new Set(byJob.get(job));
  const given = new Map<ResolvedRequest, GivenResult>();
  const visited = new Set([job]);
  const visit = (needs: readonly string[]): void => {
    for (const need of needs) {
      if (visited.has(need)) continue;
      visited.add(need);
      for (const each of byJob.get(need) ?? []) {
        if (each.earlier) given.set(each, mapGiven(each.request, each.earlier));
        else wanted.add(each);
      }
      visit((byJob.get(need) ?? []).flatMap(({ request, earlier }) => (earlier ? [] : request.needs)));
    }
  };
  visit([...wanted].flatMap(({ request }) => request.needs));
  return { wanted: resolved.filter((each) => wanted.has(each)), given: [...given.values()] };
}
