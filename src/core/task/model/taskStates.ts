import type { RunsStatus } from '../../artifact/runsRecord.ts';
import type { Task, TaskState, PlaceAction, TaskAction } from './task.ts';

export type TaskSection = 'inProgress' | 'needsAttention' | 'finished';

/** What a state means, for all code that distinguishes states. */
interface StateFacts<State extends TaskState> {
  /** The task still changes without a click of the user. */
  readonly isInFlight: boolean;
  readonly isPolled: boolean;
  /**
   * Whether the user could pay twice if the same request were sent again: the request may have reached the gateway, its
   * result can still be saved, or the gateway may continue with a task that is not watched. `accepted`: only if the
   * gateway has accepted the request.
   */
  readonly isOpen: boolean | 'accepted';
  /**
   * What a sent request costs while its amount is unknown. `unsettled`: the amount follows. `possible`: the amount may
   * never follow. Both are counted as the estimate.
   */
  readonly charge: 'none' | 'unsettled' | 'possible';
  /** The gateway has made a result, so the amount is the cost of such a request. */
  readonly hasResult: boolean;
  /** The end of the task gets a line in the runs file, whose format knows the state as a status. */
  readonly hasRecord: State extends RunsStatus ? true : false;
  /** The task has ended without a saved result. A task that the user stopped is not a failure. */
  readonly isFailure: boolean;
  readonly section: TaskSection;
}

type AllStateFacts = { readonly [State in TaskState]: StateFacts<State> };

const inFlight = { isInFlight: true, isOpen: true, hasRecord: false, isFailure: false, section: 'inProgress' } as const;
const ended = { isInFlight: false, isPolled: false } as const;
const failure = { ...ended, hasRecord: true, isFailure: true, section: 'needsAttention' } as const;
const withoutRecord = { ...ended, hasResult: false, hasRecord: false, isFailure: false } as const;

/** All facts that follow from the state alone. A new state does not compile until every fact is given. */
export const taskStates = {
  planned: { ...inFlight, isPolled: false, charge: 'none', hasResult: false },
  sending: { ...inFlight, isPolled: false, charge: 'unsettled', hasResult: false },
  pending: { ...inFlight, isPolled: true, charge: 'unsettled', hasResult: false },
  running: { ...inFlight, isPolled: true, charge: 'unsettled', hasResult: false },
  saving: { ...inFlight, isPolled: false, charge: 'unsettled', hasResult: true },
  saved: {
    ...ended,
    isOpen: false,
    charge: 'possible',
    hasResult: true,
    hasRecord: true,
    isFailure: false,
    section: 'finished',
  },
  failed: { ...failure, isOpen: false, charge: 'none', hasResult: false },
  unconfirmed: { ...failure, isOpen: true, charge: 'possible', hasResult: false },
  // The gateway may find the task again.
  lost: { ...failure, isOpen: true, charge: 'possible', hasResult: false },
  unsaved: { ...failure, isOpen: true, charge: 'possible', hasResult: true },
  stopped: { ...withoutRecord, isOpen: 'accepted', charge: 'possible', section: 'needsAttention' },
  skipped: { ...withoutRecord, isOpen: false, charge: 'none', section: 'finished' },
} as const satisfies AllStateFacts;

/** The states for which a fact is true. */
type StateWith<Fact extends 'isInFlight' | 'isPolled'> = {
  [State in TaskState]: (typeof taskStates)[State][Fact] extends true ? State : never;
}[TaskState];

export type PolledState = StateWith<'isPolled'>;

export type EndedState = Exclude<TaskState, StateWith<'isInFlight'>>;

export function isTaskState(value: unknown): value is TaskState {
  return typeof value === 'string' && Object.hasOwn(taskStates, value);
}

export function isInFlight(state: TaskState): state is StateWith<'isInFlight'> {
  return taskStates[state].isInFlight;
}

export function isPolled(state: TaskState): state is PolledState {
  return taskStates[state].isPolled;
}

export function hasRecord(state: TaskState): state is RunsStatus {
  return taskStates[state].hasRecord;
}

export function isOpen({ state, taskId }: Pick<Task, 'state' | 'taskId'>): boolean {
  const { isOpen: fact } = taskStates[state];
  return fact === 'accepted' ? taskId !== null : fact;
}

/** Whether a byte of the request may have left: in the last attempt, or in an earlier one that may have been charged. */
export function wasSent({ submittedAt, doubtfulAttempts }: Pick<Task, 'submittedAt' | 'doubtfulAttempts'>): boolean {
  return submittedAt !== null || doubtfulAttempts > 0;
}

/** Returns what the gateway has named for all attempts of a task. Null if it has named nothing. In USD. */
export function paidUsd({ amountUsd, earlierUsd }: Pick<Task, 'amountUsd' | 'earlierUsd'>): number | null {
  return earlierUsd.length === 0 ? amountUsd : earlierUsd.reduce((sum, usd) => sum + usd, amountUsd ?? 0);
}

/** Amounts in USD that differ by less are equal. Gateways compute with floating point numbers. */
export const leastFallUsd = 0.000_05;

/** How much lower the balance is than before the request, in USD. Null if other requests may have changed it. */
export function readFall({ balanceBefore, balancesAfter = [] }: Partial<Task>) {
  const last = balancesAfter.findLast(({ isAlone }) => isAlone);
  return balanceBefore && last ? balanceBefore.usd - last.usd : null;
}

/** Gateways forget the identity of a request some time after it was first sent, usually after a day. */
const repeatableMs = 24 * 60 * 60_000;

/** Whether the request can be sent again without being charged again. `now` is Unix ms. */
export function isRepeatable({ idempotencyHeader, createdAt }: RepeatFacts, now: number): boolean {
  return idempotencyHeader !== undefined && now - (createdAt ?? 0) < repeatableMs;
}

/** `createdAt` is null if it is unknown. */
export interface RepeatFacts {
  readonly idempotencyHeader?: string | undefined;
  readonly createdAt?: number | null;
}

export function isFailure({ state }: Pick<Task, 'state'>): boolean {
  return taskStates[state].isFailure;
}

/** A dismissed task is `failed` too, but the user has decided about it, so it needs no attention. */
export function sectionOf({ state, error, isFolderGone }: Pick<Task, 'state' | 'error' | 'isFolderGone'>): TaskSection {
  if (isFolderGone) return 'needsAttention';
  return error?.code === 'dismissed' ? 'finished' : taskStates[state].section;
}

type HeldTask = Pick<Task, 'state' | 'holder' | 'isFolderGone'> & {
  readonly error?: { readonly code: string; readonly message: string } | null;
};

/** Whether the response was to be the result, and there is nothing in it to save. */
function isEmpty({ state, error }: HeldTask): boolean {
  return state === 'unsaved' && error?.code === 'no-result' && error.message !== '';
}

/** Returns what the user can do with a task in its state and in this window, the most likely action first. */
export function actionsOf(task: HeldTask): readonly TaskAction[] {
  const { state, holder, isFolderGone } = task;
  if (!holder) return isEmpty(task) ? ['remove'] : actions[state];
  // No window automatically adopts a task whose folder is gone, so it would stay in the list of every window.
  if (holder !== 'gone' || !isFolderGone) return [];
  return actions[state].filter((action) => action === 'remove' || action === 'dismiss');
}

/** Returns what the user can do if results cannot be saved. A task that no process has is adopted first. */
export function placeActionsOf(task: HeldTask): readonly PlaceAction[] {
  const { state, error, holder, isFolderGone } = task;
  if (holder === 'gone' && isFolderGone) return [...locate, ...(state === 'unconfirmed' ? [] : save)];
  if (holder || isEmpty(task)) return [];
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

export function sendsRequest(action: TaskAction, { taskId }: Pick<Task, 'taskId'>): boolean {
  return sends[action] === 'always' || (sends[action] === 'unless-accepted' && taskId === null);
}

const sends: Readonly<Record<TaskAction, 'always' | 'unless-accepted' | 'never'>> = {
  retry: 'always',
  resubmit: 'always',
  // An accepted task is only watched again.
  resume: 'unless-accepted',
  stopWatching: 'never',
  checkBalance: 'never',
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
  unconfirmed: ['checkBalance', 'resubmit', 'dismiss'],
  // There is no Retry: the task may be found again, and a second one would be charged too.
  lost: ['resume', 'remove'],
  unsaved: ['saveAgain', 'remove'],
  stopped: ['resume', 'remove'],
  skipped: ['retry', 'remove'],
};
