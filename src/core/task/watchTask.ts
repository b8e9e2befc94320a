import { assertNever } from '../support/assertNever.ts';
import { messageOf } from '../support/text/redact.ts';
import type { TaskError } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { TaskChange } from './model/taskEvent.ts';
import { isInFlight, isPolled } from './model/taskStates.ts';
import { pollTask, type PollWatch } from './poll/pollTask.ts';
import type { Log } from './ports.ts';
import type { RunPart } from './run/runParts.ts';
import { saveTask, type SaveWatch } from './save/saveTask.ts';
import { fillTask, type FillWatch, readSources, type SourceResults, type SourceWatch } from './submit/fillTask.ts';
import { submitTask, type SubmitWatch } from './submit/submitTask.ts';

/**
 * What the phases of a task need together. All of them get this one object, and the type of each shows it only its own
 * part: an object for each phase would be made for each task, and keep out nothing that the types do not.
 */
export type TaskWatch = SourceWatch &
  FillWatch &
  SubmitWatch &
  PollWatch &
  SaveWatch & { readonly run: RunPart; readonly log: Pick<Log, 'error'> };

/**
 * Takes care of a task, starting from its present state, until it has ended. Every task occupies a slot of its run, but
 * only a submit waits for a free one: an accepted task runs in any case. Rejects only when the signal aborts.
 *
 * Thousands of tasks may wait at the same time, most of them in a submit or between two polls. Each async function
 * between this one and the wait takes memory in each of them, so there are few.
 */
export async function watchTask(watch: TaskWatch): Promise<void> {
  const { slots } = watch.run;
  const isPlanned = watch.entry().task.state === 'planned';
  const results = isPlanned ? await awaitSources(watch) : null;
  if (isPlanned && !results) return;
  const slot = isPlanned ? await slots.enter(watch.signal) : slots.take();
  try {
    if (results) await guardTask(watch, fillTask(watch, results));
    await guardTask(watch, runPhases(watch));
  } finally {
    slot.dispose();
  }
}

/**
 * Awaits the results that the task needs, without occupying a slot. Resolves to null if a result does not exist. The
 * task has ended then.
 */
async function awaitSources(watch: TaskWatch): Promise<SourceResults | null> {
  let results: SourceResults | null = null;
  const read = async (): Promise<void> => {
    const outcome = await readSources(watch);
    if (outcome.ok) results = outcome.results;
    else await watch.changeAnyway({ kind: 'skipped', error: outcome.error });
  };
  await guardTask(watch, read());
  return results;
}

/** Awaits work on a task. An internal error ends this task and nothing else. Rejects only when the signal aborts. */
function guardTask(watch: TaskWatch, work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) => endAfterError(watch, error));
}

async function endAfterError(watch: TaskWatch, error: unknown): Promise<void> {
  const { signal, log, entry } = watch;
  if (signal.aborted) throw error;
  log.error(`Task ${entry().task.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const change = changeAfterError(entry(), { code: 'internal', message: messageOf(error) });
  if (change) await watch.changeAnyway(change);
}

/** Each step ends with the task in a later state, or ended, so the loop ends too. */
async function runPhases(watch: TaskWatch): Promise<void> {
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
      throw new Error(`A task cannot be watched while it is ${state}`);
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
