import type { RunsRecord } from '../artifact/runsRecord.ts';
import type { PlannedRequest } from '../jobFile/request.ts';
import type { ResultRef } from './resultRef.ts';
import type { Task } from './task.ts';

/** A request of the job file whose result is there, or being made by another run. */
export interface GivenResult {
  readonly job: string | null;
  /** 1-based among the requests of its job. */
  readonly index: number;
  /** Who made it: the same request may have had another number then. */
  readonly from: ResultRef;
}

/** Answers, for each request of a run, which results it waits for: those of all requests of the jobs that it needs. */
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
  // What is made anew counts more than what is there.
  for (const { job, index } of requests) put(job, index, { run, job, index });
  return ({ needs }) =>
    needs.flatMap((job) => {
      const refs = [...(byJob.get(job) ?? [])].toSorted(([one], [other]) => one - other);
      // Nobody makes it and nobody has: the task is skipped when it looks.
      return refs.length > 0 ? refs.map(([, ref]) => ref) : [{ run, job, index: 1 }];
    });
}

/** What stands for a request that is not made again: its saved record, or the task that makes it. */
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
