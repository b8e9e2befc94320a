import type { TaskState } from './task.ts';

const inFlightStates: readonly TaskState[] = ['planned', 'sending', 'pending', 'running', 'saving'];

/** Whether the task still changes by itself. */
export function isInFlight(state: TaskState): boolean {
  return inFlightStates.includes(state);
}

/** Whether the same request, sent now, could be paid twice: `unconfirmed` may have reached the gateway. */
export function mayBeCharged(state: TaskState): boolean {
  return isInFlight(state) || state === 'unconfirmed';
}
