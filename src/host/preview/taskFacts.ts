import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import type { JsonObject } from '../../core/support/json.ts';
import { sandboxProfile } from '../../core/task/sandboxProfile.ts';
import type { Artifact, Holder, Task, TaskState } from '../../core/task/task.ts';
import { describeAxes } from '../describeAxes.ts';

/** From a runs file the code may be anything. */
export interface RecordedError {
  readonly code: string;
  readonly message: string;
}

/** What the preview needs of a task, whether the engine follows it now or only the runs file remembers it. */
export interface TaskFacts {
  /** Run, job and index: the place in a press of Generate that a retry fills again. */
  readonly slot: string;
  /** The journal's id; null when only the runs file knows the task. */
  readonly journalId: string | null;
  /** See `Task`. */
  readonly holder?: Holder;
  readonly isFolderGone?: true;
  /** The gateway's id. */
  readonly taskId: string | null;
  readonly state: TaskState;
  readonly job: string | null;
  /** Which combination of a matrix; empty without one, and in lines of the runs file of earlier versions. */
  readonly combination: string;
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
  /** What a chat task has written so far; null for other tasks. */
  readonly text: string | null;
  /** Unix ms; null where it is not known. */
  readonly createdAt: number | null;
  readonly submittedAt: number | null;
  readonly endedAt: number | null;
}

/** From the engine: the whole story, with times and progress. */
export function mapTask(task: Task): TaskFacts {
  const { request } = task;
  return {
    slot: slotOf(task.run, request.job, request.index),
    journalId: task.id,
    ...(task.holder ? { holder: task.holder } : {}),
    ...(task.isFolderGone ? { isFolderGone: true } : {}),
    taskId: task.taskId,
    state: task.state,
    job: request.job,
    combination: describeAxes(request.axes),
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

/** From the runs file: how it ended. Title and lyrics are recorded once for all clips of a task. */
export function mapRecord(record: RunsRecord): TaskFacts {
  return {
    slot: slotOf(record.run, record.job, record.index),
    journalId: null,
    taskId: record.task_id,
    state: record.status,
    job: record.job,
    combination: describeAxes(record.axes ?? {}),
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
}

/**
 * One list of both sources, oldest first. Of one gateway task the latest word counts, and an attempt gives way to a
 * later one in its slot that has all of its artifacts; so nothing that was produced is ever left out.
 */
export function mergeFacts(records: readonly RunsRecord[], tasks: readonly Task[]): readonly TaskFacts[] {
  const oldestFirst = [...records.map(mapRecord), ...tasks.map(mapTask).toSorted(byCreation)];
  const laterTaskIds = new Set<string>();
  const laterFiles = new Map<string, Set<string>>();
  const kept: TaskFacts[] = [];
  for (const facts of oldestFirst.toReversed()) {
    const files = facts.artifacts.map(({ path, sha256 }) => `${sha256} ${path}`);
    const filesInSlot = laterFiles.get(facts.slot);
    const isRepeated = filesInSlot !== undefined && files.every((file) => filesInSlot.has(file));
    const isOutdated = facts.taskId !== null && laterTaskIds.has(facts.taskId);
    if (!isRepeated && !isOutdated) kept.push(facts);
    if (facts.taskId !== null) laterTaskIds.add(facts.taskId);
    laterFiles.set(facts.slot, new Set([...(filesInSlot ?? []), ...files]));
  }
  return kept.toReversed();
}

function byCreation(a: TaskFacts, b: TaskFacts): number {
  return (a.createdAt ?? 0) - (b.createdAt ?? 0);
}

/** JSON, so that no job name can look like two parts. */
function slotOf(run: string, job: string | null, index: number): string {
  return JSON.stringify([run, job, index]);
}
