import type { PlaceAction, Task, TaskAction, TaskState } from './task.ts';

type HeldTask = Pick<Task, 'state' | 'holder' | 'isFolderGone'>;

/** Returns what the user can do with a task in its state and in this window, the most likely action first. */
export function actionsOf({ state, holder, isFolderGone }: HeldTask): readonly TaskAction[] {
  if (!holder) return actions[state];
  // No window automatically adopts a task whose folder is gone, so it would stay in the list of every window.
  if (holder !== 'gone' || !isFolderGone) return [];
  return actions[state].filter((action) => action === 'remove' || action === 'dismiss');
}

/**
 * Returns what the user can do if results cannot be saved in their folder. A task that no process has is adopted first.
 */
export function placeActionsOf({
  state,
  error,
  holder,
  isFolderGone,
}: HeldTask & Pick<Task, 'error'>): readonly PlaceAction[] {
  if (holder === 'gone' && isFolderGone) return [...locate, ...(state === 'unconfirmed' ? [] : save)];
  if (holder) return [];
  return state === 'unsaved' ? [...(error?.code === 'folder-gone' ? locate : []), ...save] : [];
}

const locate: readonly PlaceAction[] = ['locateFolder'];
const save: readonly PlaceAction[] = ['saveTo'];

/** Returns the actions to offer in this workspace. Without trust, no action that sends a request is among them. */
export function listOfferedActions(
  task: HeldTask & Pick<Task, 'taskId'>,
  { isTrusted }: { readonly isTrusted: boolean },
): readonly TaskAction[] {
  const possible = actionsOf(task);
  return isTrusted ? possible : possible.filter((action) => !sendsRequest(action, task));
}

/** Whether an action sends a request, which may cost money. */
export function sendsRequest(action: TaskAction, { taskId }: Pick<Task, 'taskId'>): boolean {
  return sends[action] === 'always' || (sends[action] === 'unless-accepted' && taskId === null);
}

const sends: Readonly<Record<TaskAction, 'always' | 'unless-accepted' | 'never'>> = {
  retry: 'always',
  resubmit: 'always',
  // An accepted task is only watched again.
  resume: 'unless-accepted',
  stopWatching: 'never',
  dismiss: 'never',
  saveAgain: 'never',
  remove: 'never',
};

const actions: Readonly<Record<TaskState, readonly TaskAction[]>> = {
  planned: ['stopWatching'],
  // A response may take minutes. If the user stops waiting for it, the request may be charged, so the task becomes
  // `unconfirmed`.
  sending: ['stopWatching'],
  pending: ['stopWatching'],
  running: ['stopWatching'],
  saving: [],
  saved: ['remove'],
  failed: ['retry', 'remove'],
  unconfirmed: ['resubmit', 'dismiss'],
  // There is no Retry: the task may be found again, and a second one would be charged too.
  lost: ['resume', 'remove'],
  unsaved: ['saveAgain', 'remove'],
  stopped: ['resume', 'remove'],
  skipped: ['retry', 'remove'],
};
