import type { Task, TaskState } from './task.ts';

const inFlightStates = ['planned', 'sending', 'pending', 'running', 'saving'] as const satisfies readonly TaskState[];

type InFlightState = (typeof inFlightStates)[number];

/** Whether the task still changes by itself. */
export function isInFlight(state: TaskState): state is InFlightState {
  return inFlightStates.some((each) => each === state);
}

/**
 * Whether the same request, sent now, could be paid twice: `unconfirmed` may have reached the gateway, an `unsaved` result
 * can still be saved, and a task that the gateway has taken goes on there when nobody watches it.
 */
export function mayBeCharged({ state, taskId }: Pick<Task, 'state' | 'taskId'>): boolean {
  return (
    isInFlight(state) || state === 'unconfirmed' || state === 'unsaved' || (state === 'stopped' && taskId !== null)
  );
}
