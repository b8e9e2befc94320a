import type { Task } from './task.ts';
import { isPolled, type PolledState } from './taskStates.ts';

/** What the last poll said of a task. The journal does not keep it, since the next poll tells; other windows show it. */
export interface TaskProgress extends Pick<Task, 'progress' | 'statusWord' | 'error'> {
  readonly task: string;
  readonly state: PolledState;
}

/** Null where a poll has said nothing that the journal does not say. */
export function readProgress({ id, state, progress, statusWord, error }: Task): TaskProgress | null {
  if (!isPolled(state)) return null;
  if (state === 'pending' && progress === null && error === null) return null;
  return { task: id, state, progress, statusWord, error };
}

/** The task as its own window has it. What the journal says of later states counts more. */
export function withProgress(task: Task, { state, progress, statusWord, error }: TaskProgress): Task {
  return isPolled(task.state) ? { ...task, state, progress, statusWord, error } : task;
}
