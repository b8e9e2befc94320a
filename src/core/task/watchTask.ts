import { assertNever } from '../support/assertNever.ts';
import type { Disposable } from '../support/disposable.ts';
import { messageOf } from '../support/text/redact.ts';
import type { Task, TaskError } from './model/task.ts';
import type { TaskChange } from './model/taskEvent.ts';
import { isInFlight, isPolled } from './model/taskStates.ts';
import { pollTask } from './poll/pollTask.ts';
import { saveTask } from './save/saveTask.ts';
import { fillTask } from './submit/fillTask.ts';
import { readSources } from './submit/readSources.ts';
import { submitTask } from './submit/submitTask.ts';
import type { TaskWatch } from './watch.ts';

/**
 * Takes care of a task, starting from its present state, until it has ended. Every task occupies a slot of its run, but
 * only a submit waits for a free one: an accepted task runs in any case. An internal error ends this task and nothing
 * else. Rejects only when the signal aborts.
 *
 * Thousands of tasks may wait at the same time, most of them in a submit or between two polls. Each async function
 * between this one and the wait takes memory in each of them, so there are few.
 */
export async function watchTask(watch: TaskWatch): Promise<void> {
  const { run, services, signal } = watch;
  const isPlanned = watch.task().state === 'planned';
  let slot: Disposable | null = null;
  try {
    if (isPlanned) {
      const sources = await readSources(watch);
      if ('missingJob' in sources) {
        await watch.changeAnyway({ kind: 'skipped', error: { code: 'upstream-failed', message: sources.missingJob } });
        return;
      }
      slot = await run.slots.enter(signal);
      await fillTask(watch, sources);
    } else {
      slot = run.slots.take();
    }
    // Each step ends with the task in a later state, or ended, so the loop ends too.
    for (let { state } = watch.task(); isInFlight(state); { state } = watch.task()) {
      if (state === 'planned') {
        await submitTask(watch);
      } else if (isPolled(state) && run.isUnwatched) {
        await watch.changeAnyway({ kind: 'stopped', error: { code: 'stopped-by-user', message: '' } });
      } else if (isPolled(state)) {
        // After our own submit, the first poll is scheduled. An adopted task is polled immediately.
        await pollTask(watch, { isFresh: isPlanned });
      } else if (state === 'saving') {
        await saveTask(watch);
      } else {
        throw new Error(`A task cannot be watched while it is ${state}`);
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    services.log.error(`Task ${watch.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const change = changeAfterError(watch.task(), { code: 'internal', message: messageOf(error) });
    if (change) await watch.changeAnyway(change);
  } finally {
    slot?.dispose();
  }
}

/** Returns how an internal error ends a task: so that the user can continue whatever may be paid for. */
function changeAfterError({ state, artifacts }: Task, error: TaskError): TaskChange | null {
  switch (state) {
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
      return { kind: 'unsaved', artifacts, error };
    case 'saved':
    case 'failed':
    case 'unconfirmed':
    case 'lost':
    case 'unsaved':
    case 'stopped':
    case 'skipped':
      return null;
    default:
      return assertNever(state);
  }
}
