import type { Disposable } from '../support/disposable.ts';
import { untilAborted } from '../support/untilAborted.ts';
import { noteBalance } from './noteBalance.ts';
import { createRuns, type RunPart } from './run/run.ts';
import { fillTask } from './submit/fillTask.ts';
import { readSources, type SourceResults } from './submit/findSources.ts';
import type { Task } from './model/task.ts';
import { isFailure } from './model/taskStates.ts';
import { createWatch, messageOf, type Watch, type WatchServices } from './watch.ts';
import { guardTask, watchTask } from './watchTask.ts';

/** Everything that runs: at most one watch a task. */
export interface Watchers {
  /** Resolves when the task has ended or the watch is given up. Never rejects. */
  watch(id: string): Promise<void>;
  /**
   * The same for tasks that are being written down: what cannot be written down is not sent. Resolves with the tasks as
   * they are then.
   */
  watchAdded(added: Promise<void>, ids: readonly string[]): Promise<readonly Task[]>;
  /** Resolves when nobody takes care of the task any more, its line in the runs file written. Never rejects. */
  ended(id: string): Promise<void>;
  /** Gives the watch up, if there is one; its task stays as it is. */
  giveUp(id: string): void;
  /** The same, but for the request that is on its way: its response is still written down. */
  lose(id: string): void;
  /** Does not wait any longer for the answer to a request that is on its way: that ends as `unconfirmed`. */
  stopSending(id: string): void;
  /** For an `unconfirmed` task: asks what is left on the account, and writes it down when the answer comes. */
  noteBalance(id: string): void;
  /**
   * Sends nothing from now on. Resolves when the responses to what was sent are written down, or when the deadline aborts;
   * all other watches are given up at once. Never rejects.
   */
  close(deadline: AbortSignal): Promise<void>;
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
  const watches = new Map<string, Promise<void>>();
  const closing = new AbortController();

  const giveUp = (id: string): void => {
    const known = controllers.get(id);
    controllers.delete(id);
    known?.watch.abort(new Error('No longer watched'));
    known?.send.abort(new Error('No longer watched'));
  };
  const runs = createRuns(({ run, partFile }, error) => {
    for (const { task, ...entry } of store.list()) {
      const isAffected = task.run === run && (partFile === null || entry.partFile === partFile);
      if (!isAffected || task.state !== 'planned') continue;
      // A budget stops those that it has no room for, and not those that it has let through.
      if (error.code === 'over-budget' && services.budget.holds(task.id)) continue;
      giveUp(task.id);
      void store.changeAnyway(task.id, { kind: 'stopped', error });
    }
  });
  const startBalance = (id: string): void => void noteBalance(services, id, closing.signal);
  const watchToEnd = async (id: string, run: RunPart): Promise<void> => {
    giveUp(id);
    const own: Controllers = { watch: new AbortController(), send: new AbortController() };
    const { signal } = own.watch;
    if (!closing.signal.aborted) controllers.set(id, own);
    else own.watch.abort(new Error('Closing'));
    try {
      const signals = { signal, sendSignal: own.send.signal, closing: closing.signal };
      await watchInPlace(createWatch(services, { id, run, ...signals }));
      const ended = store.get(id);
      if (run.terms.stopsOnError && ended && isFailure(ended.task)) run.stopSubmits('file');
      await services.recorder.record(id);
      startBalance(id);
    } catch (error) {
      if (!signal.aborted) services.ports.log.error(`Task ${id}: ${String(error)}`);
    } finally {
      if (controllers.get(id) === own) controllers.delete(id);
    }
  };
  const watch = async (id: string, run: RunPart): Promise<void> => {
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
  const dispose = (): void => {
    closing.abort(new Error('Closing'));
    for (const id of controllers.keys()) giveUp(id);
  };
  const partOf = (id: string): RunPart => runs.of(store.entryOf(id));
  return {
    watch: (id) => watch(id, partOf(id)),
    async watchAdded(added, ids) {
      const started = ids.map((id) => store.entryOf(id).task);
      // As they are now: a part that is stopped meanwhile holds its tasks back.
      const parts = new Map(ids.map((id) => [id, partOf(id)]));
      await added.catch((error: unknown) => Promise.all(ids.map((id) => failUnwritten(id, error))));
      await Promise.all([...parts].filter(([id]) => store.get(id)).map(([id, part]) => watch(id, part)));
      // A task that was removed meanwhile is answered as it began.
      return started.map((task) => store.get(task.id)?.task ?? task);
    },
    ended: (id) => watches.get(id) ?? Promise.resolve(),
    giveUp,
    lose: (id) => controllers.get(id)?.watch.abort(new Error('Adopted by another process')),
    stopSending: (id) => controllers.get(id)?.send.abort(new Error('No longer awaited')),
    noteBalance: startBalance,
    async close(deadline) {
      closing.abort(new Error('Closing'));
      const giveUpUnlessSending = ({ id, state }: Task): void => {
        if (state !== 'sending') giveUp(id);
      };
      const subscription = store.onDidChange(giveUpUnlessSending);
      for (const { task } of store.list()) giveUpUnlessSending(task);
      await untilAborted(Promise.all(watches.values()), deadline);
      subscription.dispose();
      dispose();
      // A watch that is given up still writes down what it has of a text.
      await Promise.all(watches.values());
    },
    dispose,
  };
}

/** Every task counts in the concurrency of its run. Only a submit waits for a place: what was accepted is running. */
async function watchInPlace(watch: Watch): Promise<void> {
  const { places } = watch.run;
  if (watch.entry().task.state !== 'planned') return occupy(places.take(), () => watchTask(watch));
  const results = await awaitSources(watch);
  if (!results) return;
  await occupy(await places.enter(watch.signal), async () => {
    await guardTask(watch, () => fillTask(watch, results));
    await watchTask(watch);
  });
}

async function occupy(place: Disposable, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    place.dispose();
  }
}

/** A task that waits for others takes no place. Null when it has ended, for one of them has no result. */
async function awaitSources(watch: Watch): Promise<SourceResults | null> {
  let results: SourceResults | null = null;
  await guardTask(watch, async () => {
    const answer = await readSources(watch);
    if (answer.ok) results = answer.results;
    else await watch.changeAnyway({ kind: 'skipped', error: answer.error });
  });
  return results;
}
