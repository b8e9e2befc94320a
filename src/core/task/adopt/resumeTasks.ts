import { buildResponseEnd } from './buildResponseEnd.ts';
import type { JournalTask } from '../journalPort.ts';
import type { TaskPorts } from '../ports.ts';
import { isInFlight } from '../model/taskStates.ts';
import type { EngineServices } from '../watchers.ts';
import type { TaskChange } from '../model/taskEvent.ts';

/** Number of tasks that share a sync of the journal. With more, other work would wait for too long. */
const groupSize = 250;

/**
 * Continues adopted tasks as far as that is possible without an action of the user. Resolves when the journal has the
 * outcome of each and the runs files have their lines.
 */
export async function resumeTasks(adopted: readonly JournalTask[], services: EngineServices): Promise<void> {
  const { ports, recorder, watchers } = services;
  await tidyFolders(adopted, ports);
  for (let start = 0; start < adopted.length; start += groupSize) {
    const group = adopted.slice(start, start + groupSize);
    const ended = await Promise.all(group.map((each) => settle(each, services)));
    for (const id of ended.flat()) {
      await recorder.record(id);
      // The task may also be one that its own window left unconfirmed when it closed. That window had no time left for
      // the query.
      watchers.noteBalance(id);
    }
  }
}

/** Removes half-written files of ended processes. The files of a task that continues are written again. */
async function tidyFolders(adopted: readonly JournalTask[], { artifacts }: TaskPorts): Promise<void> {
  const places = adopted.flatMap(({ entry: { task, boundary } }) => {
    const { jobFile, request } = task;
    return isInFlight(task.state) ? [{ jobFile, boundary, output: request.output }] : [];
  });
  const byFolder = new Map(places.map((place) => [JSON.stringify([place.jobFile, place.output.dir]), place]));
  for (const place of byFolder.values()) await artifacts.tidy({ ...place, siblingPaths: () => new Set() });
}

/** Returns the id of the task if it has ended, because its line may be missing in the runs file. */
async function settle(adopted: JournalTask, { store, ports, watchers }: EngineServices): Promise<readonly string[]> {
  const { task, results } = adopted.entry;
  const settlement = settleAdopted(adopted);
  // The result is paid for, and was on disk before its process could record it.
  const response = task.state === 'sending' ? await ports.spool.find(task) : null;
  // The user may have acted on the task meanwhile.
  if (store.get(task.id) !== adopted.entry) return [];
  if (response) await store.changeAnyway(task.id, buildResponseEnd(response));
  if (response || settlement.kind === 'watch') {
    void watchers.watch(task.id);
    return [];
  }
  if (settlement.kind === 'change') await store.changeAnyway(task.id, settlement.change);
  if (task.state === 'saved') await ports.spool.remove(results.map(({ source }) => source));
  return settlement.kind === 'keep' ? [] : [task.id];
}

/** What is done with a task whose process has ended. */
type Settlement =
  | { readonly kind: 'watch' }
  | { readonly kind: 'change'; readonly change: TaskChange }
  | { readonly kind: 'record' }
  | { readonly kind: 'keep' };

/**
 * Decides what is done with an adopted task. An accepted task continues automatically. Nothing is sent without an
 * action of the user: an unsent task waits, and the user decides about a request that may have been sent.
 */
export function settleAdopted({ entry, hasGap }: JournalTask): Settlement {
  const { state, taskId } = entry.task;
  // The line that cannot be read may be the one that says that the bytes left.
  const mayBeSent = state === 'sending' || (hasGap && taskId === null && (state === 'planned' || state === 'stopped'));
  if (mayBeSent) return { kind: 'change', change: { kind: 'unconfirmed', error: { code: 'no-answer', message: '' } } };
  switch (state) {
    case 'planned':
      return { kind: 'change', change: { kind: 'stopped', error: { code: 'not-sent', message: '' } } };
    case 'pending':
    case 'running':
    case 'saving':
      return { kind: 'watch' };
    default:
      return entry.isRecorded || state === 'stopped' || state === 'skipped' ? { kind: 'keep' } : { kind: 'record' };
  }
}
