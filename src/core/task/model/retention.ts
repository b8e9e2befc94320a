import type { TaskEntry } from './taskEntry.ts';

const dayMs = 24 * 60 * 60_000;
/** All tasks are kept this long, because the user may still be looking at them. */
const fullDays = 2;
/** Older tasks are kept up to this age and number. */
const maxDays = 30;
const maxCount = 2_000;
/** This number of tasks is kept, regardless of age. */
const minCount = 200;

/**
 * Returns the ids of tasks that may leave the list. Their lines in the runs file and the ledger stay. A task that the
 * user may still act on is kept as long as that is so: its result is not saved, its request may be charged, or it was
 * stopped or lost.
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
