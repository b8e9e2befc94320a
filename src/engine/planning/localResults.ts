import type { PlannedRequest } from '../../core/jobFile/request.ts';
import type { PlanFiles } from './planLookups.ts';
import type { ResolvedRequest } from './resolveChain.ts';
import type { LocalResult } from './runPlan.ts';

/**
 * Lists saved results of other jobs that requests send as local files, because no URL of the result is known on this
 * machine. A runs file decides which result that is, and a runs file comes with a repository, so these files are named
 * like inputs.
 */
export function listLocalResults(
  wanted: readonly ResolvedRequest[],
  resolved: readonly ResolvedRequest[],
  { find, knowsUrl }: Pick<PlanFiles, 'find' | 'knowsUrl'>,
): readonly LocalResult[] {
  const senders = new Map<string, PlannedRequest[]>();
  for (const { request } of wanted) {
    for (const job of listMediaSources(request)) senders.set(job, [...(senders.get(job) ?? []), request]);
  }
  return resolved.flatMap(({ request: { job, index }, earlier }) => {
    const sentBy = job === null ? undefined : senders.get(job);
    if (job === null || !sentBy || earlier?.kind !== 'saved') return [];
    return earlier.record.artifacts.flatMap(({ path, sha256 }): LocalResult[] => {
      const file = knowsUrl(sha256) ? null : find(path);
      return file ? [{ ...file, use: 'result', job, index, sentBy }] : [];
    });
  });
}

/** Lists the jobs that a media field references. */
function listMediaSources({ slots }: PlannedRequest): ReadonlySet<string> {
  const jobs = new Set<string>();
  for (const { value } of slots) {
    if (value.kind !== 'template' || !value.media) continue;
    for (const part of value.template) if (typeof part !== 'string') jobs.add(String(part.path[1]));
  }
  return jobs;
}
