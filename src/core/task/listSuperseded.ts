import type { PlannedRequest } from '../jobFile/request.ts';
import { madeKey, resultKey } from './resultRef.ts';
import type { Task } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';

export interface Superseding extends Pick<Task, 'jobFile' | 'profile'> {
  readonly requests: readonly Pick<PlannedRequest, 'job' | 'index'>[];
}

/**
 * Tasks that were never sent and whose requests a new run makes: ids. To resume one later would pay for the same thing
 * again. What others that stay are waiting for stays with them.
 */
export function listSuperseded(
  { requests, jobFile, profile }: Superseding,
  entries: readonly TaskEntry[],
): readonly string[] {
  const made = new Set(requests.map(({ job, index }) => placeKey(job, index)));
  const unsent = entries.filter((entry) => entry.task.jobFile === jobFile && isUnsent(entry));
  const isMade = ({ task: { profile: own, request } }: TaskEntry): boolean =>
    own === profile && made.has(placeKey(request.job, request.index));
  const superseded = new Map(unsent.filter(isMade).map((entry) => [madeKey(entry.task), entry]));
  const keepSources = ({ sources }: TaskEntry): void => {
    for (const key of sources.map(resultKey)) {
      const source = superseded.get(key);
      if (source && superseded.delete(key)) keepSources(source);
    }
  };
  for (const entry of unsent) if (!isMade(entry)) keepSources(entry);
  return [...superseded.values()].map(({ task }) => task.id);
}

/** A repeated attempt may have been charged, which its row says. */
function isUnsent({ task: { state, taskId, note, submittedAt } }: TaskEntry): boolean {
  return (state === 'stopped' || state === 'skipped') && taskId === null && submittedAt === null && note === undefined;
}

function placeKey(job: string | null, index: number): string {
  return JSON.stringify([job, index]);
}
