import type { RunsRecord } from '../../artifact/runsRecord.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import type { ResultRef } from '../model/resultRef.ts';
import type { Task } from '../model/task.ts';

/** A request of the job file whose result exists or is being made by another run. */
export interface GivenResult {
  readonly job: string | null;
  /** Number among the requests of its job, from 1. */
  readonly index: number;
  /** The request that makes the result. The same request may have had another number in that run. */
  readonly from: ResultRef;
}

/**
 * Returns a function that lists the results which a request of a run waits for: those of all requests of the jobs that
 * it needs.
 */
export function createSourceList(
  run: string,
  requests: readonly PlannedRequest[],
  given: readonly GivenResult[],
): (request: PlannedRequest) => readonly ResultRef[] {
  const byJob = new Map<string, Map<number, ResultRef>>();
  const put = (job: string | null, index: number, ref: ResultRef): void => {
    const known = byJob.get(job ?? '') ?? new Map<number, ResultRef>();
    byJob.set(job ?? '', known.set(index, ref));
  };
  for (const { job, index, from } of given) put(job, index, from);
  // A result that this run makes replaces an existing one.
  for (const { job, index } of requests) put(job, index, { run, job, index });
  return ({ needs }) =>
    needs.flatMap((job) => {
      const refs = [...(byJob.get(job) ?? [])].toSorted(([one], [other]) => one - other);
      // No request makes the result and none is given, so the task is skipped when it looks for the result.
      return refs.length > 0 ? refs.map(([, ref]) => ref) : [{ run, job, index: 1 }];
    });
}

/**
 * Returns the given result for a request that is not made again, from its saved record or from the task that makes it.
 */
export function mapGiven(
  { job, index }: Pick<PlannedRequest, 'job' | 'index'>,
  earlier: { readonly kind: 'saved'; readonly record: RunsRecord } | { readonly kind: 'open'; readonly task: Task },
): GivenResult {
  if (earlier.kind === 'saved') {
    const { record } = earlier;
    return { job, index, from: { run: record.run, job: record.job, index: record.index } };
  }
  const { run, request } = earlier.task;
  return { job, index, from: { run, job: request.job, index: request.index } };
}
