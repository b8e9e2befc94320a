import { createRun, type Run } from './run.ts';
import { fillTask } from './fillTask.ts';
import { readSources, type SourceRecords } from './findSources.ts';
import type { Task, TaskError } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import { createWatch, messageOf, type Watch, type WatchServices } from './watch.ts';
import { guardTask, recordEnd, watchTask } from './watchTask.ts';

/** Tasks that are taken up one by one share a run of this width. */
const defaultConcurrency = 4;

/** Everything that runs: at most one watch a task. */
export interface Watchers {
  /** Resolves when the task has ended or the watch is given up. Never rejects. */
  watch(id: string, run: Run): Promise<void>;
  /**
   * The same for tasks that are being written down: what can not be written down is not sent. Resolves with the tasks as
   * they are then.
   */
  watchAdded(added: Promise<void>, ids: readonly string[], run: Run): Promise<readonly Task[]>;
  /** Gives the watch up, if there is one; its task stays as it is. */
  giveUp(id: string): void;
  /** The tasks of a run that are not sent yet wait for a person. */
  stopPlanned(runId: string, reason: TaskError): void;
  addRun(run: Run): void;
  /**
   * The run, or one like it when it was stopped or belongs to a process that is gone. What a job file says of budgets
   * and errors is about one press of Generate: who resumes a task has decided otherwise, within the user's own budgets.
   */
  runOf(runId: string): Run;
  dispose(): void;
}

/** What starting and acting need beyond what every watch has. */
export interface EngineServices extends WatchServices {
  readonly watchers: Watchers;
}

export function createWatchers(services: WatchServices): Watchers {
  const { store } = services;
  const controllers = new Map<string, AbortController>();
  const runs = new Map<string, Run>();
  let isDisposed = false;

  const giveUp = (id: string): void => {
    const controller = controllers.get(id);
    controllers.delete(id);
    controller?.abort(new Error('No longer watched'));
  };
  const stopPlanned = (runId: string, error: TaskError): void => {
    for (const { task } of store.list()) {
      if (task.run !== runId || task.state !== 'planned') continue;
      // A budget stops those that it has no room for, and not those that it has let through.
      if (error.code === 'over-budget' && services.budget.holds(task.id)) continue;
      giveUp(task.id);
      void store.changeAnyway(task.id, { kind: 'stopped', error });
    }
  };
  const watch = async (id: string, run: Run): Promise<void> => {
    giveUp(id);
    const controller = new AbortController();
    const { signal } = controller;
    if (!isDisposed) controllers.set(id, controller);
    else controller.abort(new Error('Disposed'));
    try {
      await watchInPlace(services, { id, run, signal });
      if (run.stopsOnError && isFailure(store.get(id))) run.stopSubmits();
      await recordEnd(services, id, { mayBeThere: false });
    } catch (error) {
      if (!signal.aborted) services.ports.log.error(`Task ${id}: ${String(error)}`);
    } finally {
      if (controllers.get(id) === controller) controllers.delete(id);
    }
  };
  const failUnwritten = async (id: string, error: unknown): Promise<void> => {
    if (store.get(id)?.task.state !== 'planned') return;
    const fault = { code: 'disk', message: messageOf(error) } as const;
    await store.changeAnyway(id, { kind: 'failed', error: fault, statusWord: null, amountUsd: null });
  };
  return {
    watch,
    async watchAdded(added, ids, run) {
      const started = ids.map((id) => store.entryOf(id).task);
      await added.catch((error: unknown) => Promise.all(ids.map((id) => failUnwritten(id, error))));
      await Promise.all(ids.map((id) => watch(id, run)));
      // A task that was removed meanwhile is answered as it began.
      return started.map((task) => store.get(task.id)?.task ?? task);
    },
    giveUp,
    stopPlanned,
    addRun: (run) => void runs.set(run.id, run),
    runOf(runId) {
      const known = runs.get(runId);
      if (known && !known.stopReason) return known;
      const run = createRun(runId, { concurrency: defaultConcurrency, onStop: (reason) => stopPlanned(runId, reason) });
      runs.set(runId, run);
      return run;
    },
    dispose() {
      isDisposed = true;
      for (const id of controllers.keys()) giveUp(id);
    },
  };
}

/** Tasks that are accepted already cost the gateway's time and not ours: only submits wait for a place. */
async function watchInPlace(
  services: WatchServices,
  { id, run, signal }: { readonly id: string; readonly run: Run; readonly signal: AbortSignal },
): Promise<void> {
  const watch = createWatch(services, { id, run, signal });
  if (watch.entry().task.state !== 'planned') return watchTask(watch);
  const records = await awaitSources(watch);
  if (!records) return;
  const place = await run.places.enter(signal);
  try {
    await guardTask(watch, () => fillTask(watch, records));
    await watchTask(watch);
  } finally {
    place.dispose();
  }
}

/** A task that waits for others takes no place. Null when it has ended, for one of them has no result. */
async function awaitSources(watch: Watch): Promise<SourceRecords | null> {
  let records: SourceRecords | null = null;
  await guardTask(watch, async () => {
    const answer = await readSources(watch);
    if (answer.ok) records = answer.records;
    else await watch.changeAnyway({ kind: 'skipped', error: answer.error });
  });
  return records;
}

/** It has ended, and nothing was saved. What a person has stopped is none. */
function isFailure(entry: TaskEntry | undefined): boolean {
  return entry !== undefined && ['failed', 'unconfirmed', 'lost', 'unsaved'].includes(entry.task.state);
}
