import type { Task } from './task.ts';
import { isPolled, type PolledState } from './taskStates.ts';

/**
 * What the last poll of a task returned. The journal does not keep it, because the next poll returns it again. Other
 * windows show it.
 */
export interface TaskProgress extends Pick<Task, 'progress' | 'statusWord' | 'error'> {
  readonly task: string;
  readonly state: PolledState;
}

/** Null if the polls have returned nothing that is not in the journal. */
export function buildProgress({ id, state, progress, statusWord, error }: Task): TaskProgress | null {
  if (!isPolled(state)) return null;
  if (state === 'pending' && progress === null && error === null) return null;
  return { task: id, state, progress, statusWord, error };
}

/**
 * Returns the task with the progress that its own window has written. A later state in the journal takes precedence.
 */
export function withProgress(task: Task, { state, progress, statusWord, error }: TaskProgress): Task {
  return isPolled(task.state) ? { ...task, state, progress, statusWord, error } : task;
}
