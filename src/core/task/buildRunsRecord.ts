import type { RunsRecord } from '../artifact/runsRecord.ts';
import { isRecordedState, type TaskEntry } from './taskEntry.ts';

/** The line of the runs file for the state in which a task has ended; null when it gets none. */
export function buildRunsRecord({ task }: TaskEntry): RunsRecord | null {
  const { request, state, error } = task;
  if (!isRecordedState(state)) return null;
  const [first] = task.artifacts;
  return {
    v: 1,
    at: new Date(task.endedAt ?? task.createdAt).toISOString(),
    run: task.run,
    job: request.job,
    index: request.index,
    fingerprint: request.fingerprint,
    profile: task.profile,
    model: request.model,
    endpoint: request.endpoint,
    task_id: task.taskId,
    status: state,
    amount_usd: task.amountUsd,
    request: request.recordBody,
    inputs: request.inputs,
    artifacts: task.artifacts.map(({ path, sha256, bytes, mediaType, width, height, seconds }) => ({
      path,
      sha256,
      bytes,
      media_type: mediaType,
      width,
      height,
      seconds,
    })),
    title: first?.title ?? null,
    lyrics: first?.lyrics ?? null,
    text: task.text,
    error: error ? { code: error.code, message: error.message } : null,
  };
}

/** Whether a record is the line of this very end of this task. */
export function isSameEnd(a: RunsRecord, b: RunsRecord): boolean {
  return (['at', 'run', 'job', 'index', 'status', 'task_id'] as const).every((key) => a[key] === b[key]);
}
