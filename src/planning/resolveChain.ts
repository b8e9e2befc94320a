import { fingerprintOf } from '../core/jobFile/build/fillRequest.ts';
import type { JobValues, PlannedRequest, ValuesOfJobs } from '../core/jobFile/request.ts';
import { groupBy } from '../core/support/groupBy.ts';
import { buildJobValues } from '../core/task/submit/jobValues.ts';
import { mapGiven } from '../core/task/run/startRun.ts';
import type { EarlierPool } from './findEarlier.ts';
import type { Earlier } from './runPlan.ts';

/** A request, with its fingerprint if it can be known, and what exists for it. */
export interface ResolvedRequest {
  readonly request: PlannedRequest;
  readonly earlier: Earlier | null;
}

type ResolvedJobs = ReadonlyMap<string, readonly ResolvedRequest[]>;

/**
 * Finds what exists for each request. If all results of a job exist, the fingerprints of its dependents are known too,
 * so a chain is unchanged as a whole, or up to its first job without a result. The result is in the order of the
 * requests.
 */
export async function resolveChain(
  requests: readonly PlannedRequest[],
  { pool, sha256 }: { readonly pool: EarlierPool; readonly sha256: (text: string) => string },
): Promise<readonly ResolvedRequest[]> {
  const jobs = new Map<string, readonly ResolvedRequest[]>();
  const resolved = new Map<PlannedRequest, ResolvedRequest>();
  for (const group of orderJobs(requests)) {
    const found: ResolvedRequest[] = [];
    for (const request of group) {
      const each = await resolve(request, { jobs, pool, sha256 });
      resolved.set(request, each);
      found.push(each);
    }
    jobs.set(group[0]?.job ?? '', found);
  }
  return requests.map((request) => resolved.get(request) ?? { request, earlier: null });
}

/** Without a fingerprint, only a task that waits for exactly the same results can be recognized as this request. */
async function resolve(request: PlannedRequest, { jobs, pool, sha256 }: ResolveContext): Promise<ResolvedRequest> {
  const values = readValues(request, jobs, sha256);
  const fingerprint = request.fingerprint || (values && fingerprintOf(request, { jobs: values, sha256 })) || '';
  if (fingerprint !== '') {
    const filled = { ...request, fingerprint };
    // A task that still waits has no fingerprint, even if this press knows it.
    return { request: filled, earlier: (await pool.find(filled)) ?? findWaiting(request, { jobs, pool }) };
  }
  return { request, earlier: findWaiting(request, { jobs, pool }) };
}

interface ResolveContext {
  readonly jobs: ResolvedJobs;
  readonly pool: EarlierPool;
  readonly sha256: (text: string) => string;
}

/** Returns null while one of the needed jobs has a result to make. */
function readValues(
  { needs }: PlannedRequest,
  jobs: ResolvedJobs,
  sha256: (text: string) => string,
): ValuesOfJobs | null {
  const values: Record<string, JobValues> = {};
  for (const need of needs) {
    const found = jobs.get(need) ?? [];
    const records = found.flatMap(({ earlier }) => (earlier?.kind === 'saved' ? [earlier.record] : []));
    if (found.length === 0 || records.length < found.length) return null;
    values[need] = buildJobValues(records, { urlOf: () => null, sha256 });
  }
  return values;
}

/** Finds a task that was planned before and waits for the same results as this request. */
function findWaiting(
  request: PlannedRequest,
  { jobs, pool }: { readonly jobs: ResolvedJobs; readonly pool: EarlierPool },
): Earlier | null {
  if (request.needs.length === 0) return null;
  const found = request.needs.flatMap((need) => jobs.get(need) ?? []);
  const sources = found.flatMap(({ request: { job, index }, earlier }) =>
    earlier ? [mapGiven({ job, index }, earlier).from] : [],
  );
  return sources.length < found.length ? null : pool.findWaiting(request, sources);
}

/**
 * Lists each job after the jobs that it needs. Jobs in a cycle come last, in their order, because planning has reported
 * them.
 */
function orderJobs(requests: readonly PlannedRequest[]): readonly (readonly PlannedRequest[])[] {
  const groups = groupBy(requests, ({ job }) => job ?? '');
  const ordered = new Map<string, readonly PlannedRequest[]>();
  const visit = (job: string, above: readonly string[]): void => {
    const group = groups.get(job);
    if (!group || ordered.has(job) || above.includes(job)) return;
    for (const need of new Set(group.flatMap(({ needs }) => needs))) visit(need, [...above, job]);
    ordered.set(job, group);
  };
  for (const job of groups.keys()) visit(job, []);
  return [...ordered.values()];
}
