import type { Task } from '../../../core/task/model/task.ts';

/**
 * The tasks that Save All fetches results of: all that are `unsaved`, or of those with the given ids also the ones that
 * stopped after the gateway had accepted them. To resume any other stopped task would send its request.
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
