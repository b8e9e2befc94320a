import type { Task, TaskAction, TaskState } from './task.ts';

/** What a person can do with a task in its state, and in this window; the most likely first. */
export function actionsOf({ state, isElsewhere }: Pick<Task, 'state' | 'isElsewhere'>): readonly TaskAction[] {
  return isElsewhere ? [] : actions[state];
}

const actions: Readonly<Record<TaskState, readonly TaskAction[]>> = {
  planned: ['stopWatching'],
  // An answer may take minutes. Who does not wait for it has a request that may be charged, and hence `unconfirmed`.
  sending: ['stopWatching'],
  pending: ['stopWatching'],
  running: ['stopWatching'],
  saving: [],
  saved: ['remove'],
  failed: ['retry', 'remove'],
  unconfirmed: ['resubmit', 'dismiss'],
  // No Retry: the task may be found again, and another one would be charged too.
  lost: ['resume', 'remove'],
  unsaved: ['saveAgain', 'remove'],
  stopped: ['resume', 'remove'],
  skipped: ['retry', 'remove'],
};
