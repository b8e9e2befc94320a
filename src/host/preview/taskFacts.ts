import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import type { PlannedRequest } from '../../core/jobFile/request.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';
import type { Artifact, Task } from '../../core/task/model/task.ts';
import { paidUsd } from '../../core/task/model/taskStates.ts';
import { madeKey, requestKey } from '../../core/task/model/taskEntry.ts';
import { keyOf } from '../marks/matchMarks.ts';

type RequestFacts = Pick<PlannedRequest, 'job' | 'index' | 'axes' | 'model' | 'endpoint' | 'body'>;
type KnownFacts = Omit<
  Task,
  'id' | 'request' | 'artifacts' | 'doubtfulAttempts' | 'earlierUsd' | 'error' | 'cut' | 'createdAt'
>;

/** An artifact with the job file (absolute path) that says where it is. */
export interface FoundArtifact extends Artifact {
  readonly jobFile: string;
}

/** What the preview needs from a task, whether the engine watches it now or only the runs file contains it. */
export interface TaskFacts extends RequestFacts, KnownFacts {
  /** Run, job and index of the request. A retry of the request has the same key. */
  readonly requestKey: string;
  /** The journal's id of the task. Null if only the runs file contains the task. */
  readonly journalId: string | null;
  readonly artifacts: readonly FoundArtifact[];
  /** Of a saved task: why its result is not whole. In a runs file, the code may be any string. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Null if unknown. */
  readonly createdAt: number | null;
}

/** Maps a task of the engine, which is complete, with times and progress. */
function mapTask(task: Task): TaskFacts {
  const error = task.error ?? task.cut ?? null;
  const artifacts = task.artifacts.map((artifact) => ({ ...artifact, jobFile: task.jobFile }));
  const known = { amountUsd: paidUsd(task), error, requestKey: madeKey(task), journalId: task.id };
  return { ...task.request, ...task, artifacts, ...known };
}

/** Maps a line of the runs file, which says how a task ended. Title and lyrics are those of all of its clips. */
function mapRecord(record: RunsRecord, jobFile: string): TaskFacts {
  const known = recordedFacts.get(record);
  if (known?.jobFile === jobFile) return known;
  const { title, lyrics } = record;
  const facts: TaskFacts = {
    ...record,
    jobFile,
    requestKey: requestKey(record),
    journalId: null,
    taskId: record.task_id,
    state: record.status,
    isSandbox: record.profile === sandboxProfile,
    body: record.request,
    amountUsd: record.amount_usd,
    progress: null,
    statusWord: null,
    artifacts: record.artifacts.map((artifact) => ({
      ...artifact,
      mediaType: artifact.media_type,
      title,
      lyrics,
      jobFile,
    })),
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
 * Merges both sources of one job file (absolute path) into one list, oldest first. The newest facts about a gateway task replace the older ones. An
 * attempt is replaced by a later one with the same request key that has all of its artifacts, so nothing that was
 * produced is ever left out.
 */
export function mergeFacts(
  records: readonly RunsRecord[],
  tasks: readonly Task[],
  jobFile: string,
): readonly TaskFacts[] {
  const recorded = records.map((record) => mapRecord(record, jobFile));
  const oldestFirst = [...recorded, ...tasks.toSorted((a, b) => a.createdAt - b.createdAt).map(mapTask)];
  const laterTaskIds = new Set<string | null>();
  const laterFiles = new Map<string, Set<string>>();
  const kept: TaskFacts[] = [];
  for (const facts of oldestFirst.toReversed()) {
    const files = facts.artifacts.map(keyOf);
    const known = laterFiles.get(facts.requestKey);
    const isRepeated = known !== undefined && files.every((file) => known.has(file));
    const isOutdated = facts.taskId !== null && laterTaskIds.has(facts.taskId);
    if (!isRepeated && !isOutdated) kept.push(facts);
    laterTaskIds.add(facts.taskId);
    laterFiles.set(facts.requestKey, new Set([...(known ?? []), ...files]));
  }
  return kept.toReversed();
}
