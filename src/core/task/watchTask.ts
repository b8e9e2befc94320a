import { assertNever } from '../support/assertNever.ts';
import { messageOf } from '../support/text/redact.ts';
import { pollTask } from './poll/pollTask.ts';
import { saveTask } from './save/saveTask.ts';
import { submitTask } from './submit/submitTask.ts';
import type { TaskError } from './model/task.ts';
import { isInFlight, isPolled } from './model/taskStates.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { TaskChange } from './model/taskEvent.ts';
import type { Watch } from './watch.ts';

/** Takes care of a task, starting from its present state, until it has ended. Rejects only when the signal aborts. */
export async function watchTask(watch: Watch): Promise<void> {
  await guardTask(watch, () => runPhases(watch));
}

/** Does work on a task. An internal error ends this task and nothing else. Rejects only when the signal aborts. */
export async function guardTask(watch: Watch, work: () => Promise<void>): Promise<void> {
  const { signal, ports, entry } = watch;
  try {
    await work();
  } catch (error) {
    if (signal.aborted) throw error;
    ports.log.error(
      `Task ${entry().task.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    const change = changeAfterError(entry(), { code: 'internal', message: messageOf(error) });
    if (change) await watch.changeAnyway(change);
  }
}

/** Each step ends with the task in a later state, or ended, so the loop ends too. */
async function runPhases(watch: Watch): Promise<void> {
  // After our own submit, the first poll is scheduled. An adopted task is polled immediately.
  let isFresh = false;
  while (isInFlight(watch.entry().task.state)) {
    const { state } = watch.entry().task;
    if (state === 'planned') {
      await submitTask(watch);
      isFresh = true;
    } else if (isPolled(state) && watch.run.isUnwatched) {
      await watch.changeAnyway({ kind: 'stopped', error: { code: 'stopped-by-user', message: '' } });
    } else if (isPolled(state)) {
      await pollTask(watch, { isFresh });
    } else if (state === 'saving') {
      await saveTask(watch);
    } else {
      throw new Error(`A task cannot be taken up while it is ${state}`);
    }
  }
}

/**
 * Returns the change for a task that an internal error ends. The task ends in a state from which the user can continue
 * it, so that nothing is lost that may be paid for.
 */
function changeAfterError({ task }: TaskEntry, error: TaskError): TaskChange | null {
  switch (task.state) {
    // No byte of the request has left.
    case 'planned':
      return { kind: 'failed', error, statusWord: null, amountUsd: null };
    case 'sending':
      return { kind: 'unconfirmed', error };
    case 'pending':
    case 'running':
      return { kind: 'stopped', error };
    // The URLs are in the journal, so Save Again is possible.
    case 'saving':
      return { kind: 'unsaved', artifacts: task.artifacts, error };
    case 'saved':
    case 'failed':
    case 'unconfirmed':
    case 'lost':
    case 'unsaved':
    case 'stopped':
    case 'skipped':
      return null;
    default:
      return assertNever(task.state);
  }
}
