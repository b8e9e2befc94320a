import type { RunsRecord } from '../artifact/runsRecord.ts';
import type { Task } from './task.ts';

type KeyFacts = Pick<RunsRecord, 'profile' | 'task_id' | 'run' | 'job' | 'index' | 'status' | 'at'>;

/**
 * Tells whether two lines of a runs file are about one task: a later change of it is a new line. Without an id of the
 * gateway its place in the run says so, but for a failed one: that has ended for good, and who is tried again in its place
 * is another task, whose charge comes on top.
 */
export function recordKey({ profile, task_id, run, job, index, status, at }: KeyFacts): string {
  if (task_id !== null) return JSON.stringify([profile, task_id]);
  return JSON.stringify(status === 'failed' ? [run, job, index, at] : [run, job, index]);
}

/** The same for a task, whose line may not be written yet. */
export function taskKey({ profile, taskId, run, request, state, endedAt, createdAt }: Task): string {
  return recordKey({
    profile,
    task_id: taskId,
    run,
    job: request.job,
    index: request.index,
    // All that is told apart is `failed`.
    status: state === 'failed' ? 'failed' : 'saved',
    at: new Date(endedAt ?? createdAt).toISOString(),
  });
}
