import type { Task } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';

/**
 * Returns the paths that other results of the same run have, or are about to have. `piece` is the piece to leave out,
 * or null before the task has pieces.
 */
export function listSiblingPaths(
  entries: readonly TaskEntry[],
  { id, run, jobFile }: Task,
  piece: string | null,
): Set<string> {
  const siblings = entries.filter(({ task }) => task.run === run && task.jobFile === jobFile);
  const placings = siblings.flatMap((each) =>
    each.placings.filter((placing) => each.task.id !== id || placing.piece !== piece),
  );
  return new Set(placings.map(({ artifact }) => artifact.path));
}
