import type { TaskEntry } from '../model/taskEntry.ts';
import type { TaskStore } from '../taskStore.ts';

/** What listing the paths of siblings needs. */
export interface SiblingWatch {
  readonly entry: () => TaskEntry;
  readonly store: Pick<TaskStore, 'list'>;
}

/**
 * Returns the paths that other results of the same run have, or are about to have. `piece` is the piece to leave out,
 * or null before the task has pieces.
 */
export function listSiblingPaths({ store, entry }: SiblingWatch, piece: string | null): Set<string> {
  const { id, run, jobFile } = entry().task;
  const siblings = store.list().filter(({ task }) => task.run === run && task.jobFile === jobFile);
  const placings = siblings.flatMap((each) =>
    each.placings.filter((placing) => each.task.id !== id || placing.piece !== piece),
  );
  return new Set(placings.map(({ artifact }) => artifact.path));
}
