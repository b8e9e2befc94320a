import type { JobResult, RunsRecord } from '../../artifact/runsRecord.ts';
import { recordMessage, recordRequest, recordText } from '../../jobFile/recordRequest.ts';
import { stringifyJson } from '../../support/json/json.ts';
import type { Task } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import { hasRecord, paidUsd, wasSent } from './taskStates.ts';

/**
 * Returns the line of the runs file for the state in which a task has ended. Null if that state has no line, or if the
 * task ended before anything was sent, such as without a key: a repository needs no record of that. Runs files are
 * committed, so every string of the line is a name from the job file, an id, or goes through `recordRequest`,
 * `recordText` or `recordMessage`.
 */
export function buildRunsRecord({ task }: TaskEntry, sha256: (text: string) => string): RunsRecord | null {
  const { request, state, cut } = task;
  const error = task.error ?? cut;
  if (!hasRecord(state) || !wasSent(task)) return null;
  const context = { fromEnv: request.fromEnv, sha256 };
  const { artifacts, title, lyrics, text, task_id, amount_usd } = buildJobResult(task);
  const { model, axes, inputs, request: body } = recordRequest(request, sha256);
  return {
    v: 1,
    at: endedAt(task),
    run: task.run,
    job: request.job,
    index: request.index,
    axes,
    fingerprint: request.fingerprint,
    profile: task.profile,
    model,
    endpoint: request.endpoint,
    task_id,
    status: state,
    amount_usd,
    request: body,
    inputs,
    artifacts,
    title: recordText(title, context),
    lyrics: recordText(lyrics, context),
    text: recordText(text, context),
    ...(state === 'saved' && cut ? { cut: true } : {}),
    error: error ? { code: error.code, message: recordMessage(error.message, context) } : null,
  };
}

/** Returns the time of a record in ISO 8601, UTC. */
export function endedAt({ endedAt: at, createdAt }: Pick<Task, 'endedAt' | 'createdAt'>): string {
  return new Date(at ?? createdAt).toISOString();
}

/** Returns what other jobs can reference of a task, as the gateway returned it. */
export function buildJobResult(task: Task): JobResult {
  const { artifacts, text, taskId } = task;
  const [first] = artifacts;
  return {
    artifacts: artifacts.map(({ path, sha256, bytes, mediaType, width, height, seconds }) => ({
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
    text,
    task_id: taskId,
    amount_usd: paidUsd(task),
  };
}

/**
 * Finds the record of another program that watched the same task of the gateway and has saved its result. A record of
 * an earlier time is about another task, for which the gateway has used the same id.
 */
export function findSavedElsewhere(
  records: readonly RunsRecord[],
  { run, taskId, submittedAt, request: { fingerprint } }: Task,
): RunsRecord | undefined {
  if (taskId === null || submittedAt === null) return undefined;
  return records.find(
    (each) =>
      each.task_id === taskId &&
      each.status === 'saved' &&
      each.run !== run &&
      each.fingerprint === fingerprint &&
      Date.parse(each.at) > submittedAt,
  );
}

/** Returns equal strings for two records of the same end of the same task. */
export function endKey({ at, run, job, index, status, task_id }: RunsRecord): string {
  return JSON.stringify([at, run, job, index, status, task_id]);
}

/** Returns the `endKey` of the record of a task, which takes less than the record. */
export function endKeyOf(task: Task): string {
  const { run, request, state, taskId } = task;
  return JSON.stringify([endedAt(task), run, request.job, request.index, state, taskId]);
}

/**
 * Returns the JSON that `output: {metadata: embed}` writes into a file: a part of the record in the runs file. `at` is
 * the time in ISO 8601, UTC.
 */
export function buildProvenance(
  { request, taskId }: Pick<Task, 'request' | 'taskId'>,
  { at, sha256 }: { readonly at: string; readonly sha256: (text: string) => string },
): string {
  const { endpoint, fingerprint } = request;
  const { model, request: body } = recordRequest(request, sha256);
  return stringifyJson({ v: 1, at, fingerprint, model, endpoint, task_id: taskId, request: body });
}
