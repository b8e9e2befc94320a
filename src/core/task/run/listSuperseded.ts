import type { PlannedRequest } from '../../jobFile/request.ts';
import { isSamePlan } from './isSamePlan.ts';
import { madeKey, resultKey } from '../model/resultRef.ts';
import type { Task } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';

/** A new run of a job file. */
export interface Superseding extends Pick<Task, 'jobFile' | 'profile'> {
  readonly requests: readonly PlannedRequest[];
}

/**
 * Returns the ids of the tasks that a new run supersedes: they were never sent, and the run makes the same request, or
 * one with the same job and index. If one of them were resumed later, the same result would be paid for again. A task
 * stays if another task that stays waits for its result.
 */
export function listSuperseded(
  { requests, jobFile, profile }: Superseding,
  entries: readonly TaskEntry[],
): readonly string[] {
  const isMade = createRequestMatch(requests);
  const unsent = entries.filter((entry) => entry.task.jobFile === jobFile && isUnsent(entry));
  const superseded = new Map(
    unsent
      .filter((entry) => entry.task.profile === profile && isMade(entry))
      .map((entry) => [madeKey(entry.task), entry]),
  );
  const keepSources = ({ sources }: TaskEntry): void => {
    for (const key of sources.map(resultKey)) {
      const source = superseded.get(key);
      if (source && superseded.delete(key)) keepSources(source);
    }
  };
  for (const entry of unsent.filter((each) => !superseded.has(madeKey(each.task)))) keepSources(entry);
  return [...superseded.values()].map(({ task }) => task.id);
}

/** A repeated attempt may have been charged, which the note of its task says. */
function isUnsent({ task: { state, taskId, note, submittedAt } }: TaskEntry): boolean {
  return (state === 'stopped' || state === 'skipped') && taskId === null && submittedAt === null && note === undefined;
}

/** Compares the fingerprint too, because the index of a request changes with its matrix. */
function createRequestMatch(requests: readonly PlannedRequest[]): (entry: TaskEntry) => boolean {
  const keys = new Set(requests.map(requestKey));
  const fingerprints = new Set(requests.map(({ fingerprint }) => fingerprint));
  // A request that waits for other jobs has no fingerprint yet.
  const waiting = requests.filter(({ fingerprint }) => fingerprint === '');
  return ({ task: { request }, planned }) =>
    keys.has(requestKey(request)) ||
    (request.fingerprint !== '' && fingerprints.has(request.fingerprint)) ||
    waiting.some((each) => isSamePlan(each, planned));
}

function requestKey({ job, index }: Pick<PlannedRequest, 'job' | 'index'>): string {
  return JSON.stringify([job, index]);
}
