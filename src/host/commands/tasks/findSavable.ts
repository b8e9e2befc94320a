import type { Task } from '../../../core/task/model/task.ts';

/**
 * Returns the tasks that Save All saves. Without ids, these are all `unsaved` ones. Of the tasks with the given ids,
 * these are the `unsaved` ones, and those that were stopped after the gateway had accepted them. Any other stopped task
 * would send its request if it were resumed.
 */
export function findSavable<Each extends Pick<Task, 'id' | 'state' | 'taskId'>>(
  tasks: readonly Each[],
  given: readonly unknown[],
): readonly Each[] {
  if (given.length === 0) return tasks.filter(({ state }) => state === 'unsaved');
  const ids = new Set(given);
  return tasks.filter(
    ({ id, state, taskId }) => ids.has(id) && (state === 'unsaved' || (state === 'stopped' && taskId !== null)),
  );
}
