import type { RunsStatus } from '../artifact/runsRecord.ts';
import type { Task, TaskState } from './task.ts';

/** A group of the Tasks view. */
export type Section = 'inProgress' | 'needsAttention' | 'finished';

/** What a state means for everything that has to tell states apart. */
interface StateFacts<State extends TaskState> {
  /** The task still changes without a click. */
  readonly isInFlight: boolean;
  /** The gateway is asked now and then how far the task is. */
  readonly isPolled: boolean;
  /**
   * Whether the same request, sent again, could be paid twice: it may have reached the gateway, its result can still be
   * saved, or the gateway continues with it while nobody watches. `accepted`: only if the gateway has accepted it.
   */
  readonly isOpen: boolean | 'accepted';
  /**
   * What a request that was sent costs while its amount is unknown. `unsettled`: the amount follows; `possible`: it may
   * never follow; both count at the estimate.
   */
  readonly charge: 'none' | 'unsettled' | 'possible';
  /** The gateway has made a result, so its amount says what such a request costs. */
  readonly hasResult: boolean;
  /** The runs file gets a line, in whose format the state is a status. */
  readonly hasRecord: State extends RunsStatus ? true : false;
  /** The task has ended without a saved result. A task that the user stopped is not a failure. */
  readonly isFailure: boolean;
  readonly section: Section;
}

type AllStateFacts = { readonly [State in TaskState]: StateFacts<State> };

const inFlight = { isInFlight: true, isOpen: true, hasRecord: false, isFailure: false, section: 'inProgress' } as const;
const ended = { isInFlight: false, isPolled: false } as const;
const failure = { ...ended, hasRecord: true, isFailure: true, section: 'needsAttention' } as const;
const withoutRecord = { ...ended, hasResult: false, hasRecord: false, isFailure: false } as const;

/** All that is known of a state by its name alone. A new state does not compile until each fact is given. */
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
  lost: { ...failure, isOpen: false, charge: 'possible', hasResult: false },
  unsaved: { ...failure, isOpen: true, charge: 'possible', hasResult: true },
  stopped: { ...withoutRecord, isOpen: 'accepted', charge: 'possible', section: 'needsAttention' },
  skipped: { ...withoutRecord, isOpen: false, charge: 'none', section: 'finished' },
} as const satisfies AllStateFacts;

/** The states of which a fact is true. */
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
  const { isOpen: answer } = taskStates[state];
  return answer === 'accepted' ? taskId !== null : answer;
}

export function isFailure({ state }: Pick<Task, 'state'>): boolean {
  return taskStates[state].isFailure;
}

/** A dismissed task is `failed` too, but the user has decided about it: nothing is left to do. */
export function sectionOf({ state, error, isFolderGone }: Pick<Task, 'state' | 'error' | 'isFolderGone'>): Section {
  if (isFolderGone) return 'needsAttention';
  return error?.code === 'dismissed' ? 'finished' : taskStates[state].section;
}
