import { noteBalance } from './noteBalance.ts';
import { createRun, type Run, type RunTerms } from './run.ts';
import { fillTask } from './fillTask.ts';
import { readSources, type SourceRecords } from './findSources.ts';
import type { Task, TaskError } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import { createWatch, messageOf, type Watch, type WatchServices } from './watch.ts';
import { guardTask, recordEnd, watchTask } from './watchTask.ts';

/** For tasks of a process that is gone, and with it what their run asked for. */
const defaultTerms: RunTerms = { concurrency: 4, budgetUsd: null, stopsOnError: false };

/** Everything that runs: at most one watch a task. */
export interface Watchers {
  /** Resolves when the task has ended or the watch is given up. Never rejects. */
  watch(id: string, run: Run): Promise<void>;
  /**
   * The same for tasks that are being written down: what can not be written down is not sent. Resolves with the tasks as
   * they are then.
   */
  watchAdded(added: Promise<void>, ids: readonly string[], run: Run): Promise<readonly Task[]>;
  /** Resolves when nobody takes care of the task any more, its line in the runs file written. Never rejects. */
  ended(id: string): Promise<void>;
  /** Gives the watch up, if there is one; its task stays as it is. */
  giveUp(id: string): void;
  /** Does not wait any longer for the answer to a request that is on its way: that ends as `unconfirmed`. */
  stopSending(id: string): void;
  /** For an `unconfirmed` task: asks what is left on the account, and writes it down when the answer comes. */
  noteBalance(id: string): void;
  addRun(id: string, terms: RunTerms): Run;
  /** The run, or when it was stopped one on the same terms: budget and `on_error` hold for who resumes a task, too. */
  runOf(runId: string): Run;
  dispose(): void;
}

/** What starting and acting need beyond what every watch has. */
export interface EngineServices extends WatchServices {
  readonly watchers: Watchers;
}

interface Controllers {
  readonly watch: AbortController;
  /** Of the request that is on its way. */
  readonly send: AbortController;
}

export function createWatchers(services: WatchServices): Watchers {
  const { store } = services;
  const controllers = new Map<string, Controllers>();
  const runs = new Map<string, Run>();
  const watches = new Map<string, Promise<void>>();
  const disposed = new AbortController();

  const giveUp = (id: string): void => {
    const known = controllers.get(id);
    controllers.delete(id);
    known?.watch.abort(new Error('No longer watched'));
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
  const addRun = (id: string, terms: RunTerms): Run => {
    const run = createRun(id, terms, (reason) => stopPlanned(id, reason));
    runs.set(id, run);
    return run;
  };
  const startBalance = (id: string): void => void noteBalance(services, id, disposed.signal);
  const watchToEnd = async (id: string, run: Run): Promise<void> => {
    giveUp(id);
    const own: Controllers = { watch: new AbortController(), send: new AbortController() };
    const { signal } = own.watch;
    if (!disposed.signal.aborted) controllers.set(id, own);
    else own.watch.abort(new Error('Disposed'));
    try {
      await watchInPlace(createWatch(services, { id, run, signal, sendSignal: own.send.signal }));
      if (run.terms.stopsOnError && isFailure(store.get(id))) run.stopSubmits();
      await recordEnd(services, id, { mayBeThere: false });
      startBalance(id);
    } catch (error) {
      if (!signal.aborted) services.ports.log.error(`Task ${id}: ${String(error)}`);
    } finally {
      if (controllers.get(id) === own) controllers.delete(id);
    }
  };
  const watch = async (id: string, run: Run): Promise<void> => {
    const watched = watchToEnd(id, run);
    watches.set(id, watched);
    await watched;
    if (watches.get(id) === watched) watches.delete(id);
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
      await Promise.all(ids.filter((id) => store.get(id)).map((id) => watch(id, run)));
      // A task that was removed meanwhile is answered as it began.
      return started.map((task) => store.get(task.id)?.task ?? task);
    },
    ended: (id) => watches.get(id) ?? Promise.resolve(),
    giveUp,
    stopSending: (id) => controllers.get(id)?.send.abort(new Error('No longer awaited')),
    noteBalance: startBalance,
    addRun,
    runOf(runId) {
      const known = runs.get(runId);
      return known && !known.stopReason ? known : addRun(runId, known?.terms ?? defaultTerms);
    },
    dispose() {
      disposed.abort(new Error('Disposed'));
      for (const id of controllers.keys()) giveUp(id);
    },
  };
}

/** Tasks that are accepted already cost the gateway's time and not ours: only submits wait for a place. */
async function watchInPlace(watch: Watch): Promise<void> {
  if (watch.entry().task.state !== 'planned') return watchTask(watch);
  const records = await awaitSources(watch);
  if (!records) return;
  const place = await watch.run.places.enter(watch.signal);
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
