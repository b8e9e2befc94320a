import type { TaskEntry } from './taskEntry.ts';

const dayMs = 24 * 60 * 60_000;
/** However many there are: the user may still be looking at them. */
const fullDays = 2;
/** Beyond that for a month, and so many at most. */
const maxDays = 30;
const maxCount = 2_000;
/** However old they are. */
const minCount = 200;

/**
 * Tasks that may leave the list; their lines in the runs file and in the ledger stay. What a person may still do something
 * about is kept for as long as it is like that: a result not saved, a request that may be charged, a task that was stopped
 * or lost.
 */
export function listForgettable(entries: readonly TaskEntry[], now: number): readonly string[] {
  const ageDays = (entry: TaskEntry): number => (now - endOf(entry)) / dayMs;
  const finished = entries.filter(isFinished).sort((a, b) => endOf(b) - endOf(a));
  const forgettable = finished.filter((entry, rank) => {
    return ageDays(entry) > fullDays && rank >= minCount && (ageDays(entry) > maxDays || rank >= maxCount);
  });
  return forgettable.map(({ task }) => task.id);
}

function isFinished({ task, isRecorded }: TaskEntry): boolean {
  return task.state === 'skipped' || (isRecorded && (task.state === 'saved' || task.state === 'failed'));
}

function endOf({ task }: TaskEntry): number {
  return task.endedAt ?? task.createdAt;
}
