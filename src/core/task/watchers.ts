import { createRun, type Run } from './run.ts';
import type { Task } from './task.ts';
import { createWatch, messageOf, type WatchServices } from './watch.ts';
import { recordEnd, watchTask } from './watchTask.ts';

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
  stopPlanned(runId: string): void;
  addRun(run: Run): void;
  /** The run, or one like it when it was stopped or belongs to a process that is gone. */
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
  const stopPlanned = (runId: string): void => {
    for (const { task } of store.list()) {
      if (task.run !== runId || task.state !== 'planned') continue;
      giveUp(task.id);
      void store.changeAnyway(task.id, { kind: 'stopped', error: { code: 'not-sent', message: '' } });
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
      if (known && !known.isStopped) return known;
      const run = createRun(runId, { concurrency: defaultConcurrency, onStop: () => stopPlanned(runId) });
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
  const place = await run.places.enter(signal);
  try {
    await watchTask(watch);
  } finally {
    place.dispose();
  }
}
