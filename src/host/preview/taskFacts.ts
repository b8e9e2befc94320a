import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import type { JsonObject } from '../../core/support/json/json.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';
import type { Artifact, Holder, Task, TaskState } from '../../core/task/model/task.ts';
import { madeKey, requestKey } from '../../core/task/model/taskEntry.ts';

/** The error of a task. In a runs file, the code may be any string. */
export interface RecordedError {
  readonly code: string;
  readonly message: string;
}

/** What the preview needs from a task, whether the engine watches it now or only the runs file contains it. */
export interface TaskFacts {
  /** Run, job and index of the request. A retry of the request has the same key. */
  readonly requestKey: string;
  /** The journal's id of the task. Null if only the runs file contains the task. */
  readonly journalId: string | null;
  /** See `Task`. */
  readonly holder?: Holder;
  readonly isFolderGone?: true;
  /** The gateway's id of the task. */
  readonly taskId: string | null;
  readonly state: TaskState;
  readonly job: string | null;
  readonly run: string;
  /** Position of the request among those of its job in the run. */
  readonly index: number;
  /** The combination of a matrix. Empty without a matrix, and for lines of the runs file from earlier versions. */
  readonly axes: JsonObject;
  readonly model: string | null;
  readonly endpoint: string;
  readonly profile: string;
  readonly isSandbox: boolean;
  readonly body: JsonObject;
  readonly amountUsd: number | null;
  readonly progress: number | null;
  readonly statusWord: string | null;
  readonly error: RecordedError | null;
  readonly artifacts: readonly Artifact[];
  /** The text that a chat task has written so far. Null for other tasks. */
  readonly text: string | null;
  /** Unix ms. Null if unknown. */
  readonly createdAt: number | null;
  readonly submittedAt: number | null;
  readonly endedAt: number | null;
}

/** Maps a task of the engine, which is complete, with times and progress. */
function mapTask(task: Task): TaskFacts {
  const { request } = task;
  return {
    requestKey: madeKey(task),
    journalId: task.id,
    ...(task.holder ? { holder: task.holder } : {}),
    ...(task.isFolderGone ? { isFolderGone: true } : {}),
    taskId: task.taskId,
    state: task.state,
    job: request.job,
    run: task.run,
    index: request.index,
    axes: request.axes,
    model: request.model,
    endpoint: request.endpoint,
    profile: task.profile,
    isSandbox: task.isSandbox,
    body: request.body,
    amountUsd: task.amountUsd,
    progress: task.progress,
    statusWord: task.statusWord,
    error: task.error,
    artifacts: task.artifacts,
    text: task.text,
    createdAt: task.createdAt,
    submittedAt: task.submittedAt,
    endedAt: task.endedAt,
  };
}

/**
 * Maps a line of the runs file, which says how a task ended. Title and lyrics are recorded once for all clips of a
 * task.
 */
function mapRecord(record: RunsRecord): TaskFacts {
  const known = recordedFacts.get(record);
  if (known) return known;
  const facts: TaskFacts = {
    requestKey: requestKey(record),
    journalId: null,
    taskId: record.task_id,
    state: record.status,
    job: record.job,
    run: record.run,
    index: record.index,
    axes: record.axes,
    model: record.model,
    endpoint: record.endpoint,
    profile: record.profile,
    isSandbox: record.profile === sandboxProfile,
    body: record.request,
    amountUsd: record.amount_usd,
    progress: null,
    statusWord: null,
    error: record.error,
    artifacts: record.artifacts.map((artifact) => ({
      path: artifact.path,
      sha256: artifact.sha256,
      bytes: artifact.bytes,
      mediaType: artifact.media_type,
      width: artifact.width,
      height: artifact.height,
      seconds: artifact.seconds,
      title: record.title,
      lyrics: record.lyrics,
    })),
    text: record.text,
    createdAt: null,
    submittedAt: null,
    endedAt: Date.parse(record.at) || 0,
  };
  recordedFacts.set(record, facts);
  return facts;
}

/** Each change of a task reads the whole list again, of which the engine keeps the records. */
const recordedFacts = new WeakMap<RunsRecord, TaskFacts>();

/**
 * Merges both sources into one list, oldest first. The newest facts about a gateway task replace the older ones. An
 * attempt is replaced by a later one with the same request key that has all of its artifacts, so nothing that was
 * produced is ever left out.
 */
export function mergeFacts(records: readonly RunsRecord[], tasks: readonly Task[]): readonly TaskFacts[] {
  const oldestFirst = [...records.map(mapRecord), ...tasks.toSorted((a, b) => a.createdAt - b.createdAt).map(mapTask)];
  const laterTaskIds = new Set<string | null>();
  const laterFiles = new Map<string, Set<string>>();
  const kept: TaskFacts[] = [];
  for (const facts of oldestFirst.toReversed()) {
    const files = facts.artifacts.map(({ path, sha256 }) => `${sha256} ${path}`);
    const known = laterFiles.get(facts.requestKey);
    const isRepeated = known !== undefined && files.every((file) => known.has(file));
    const isOutdated = facts.taskId !== null && laterTaskIds.has(facts.taskId);
    if (!isRepeated && !isOutdated) kept.push(facts);
    laterTaskIds.add(facts.taskId);
    laterFiles.set(facts.requestKey, new Set([...(known ?? []), ...files]));
  }
  return kept.toReversed();
}
