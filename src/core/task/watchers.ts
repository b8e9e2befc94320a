import { untilAborted } from '../support/abort.ts';
import { messageOf } from '../support/text/redact.ts';
import type { Task } from './model/task.ts';
import type { TaskChange } from './model/taskEvent.ts';
import { isFailure } from './model/taskStates.ts';
import type { BudgetKeeper } from './money/budgetKeeper.ts';
import { openTarget } from './openTarget.ts';
import type { BalancePort } from './ports.ts';
import { buildUnsentEnd, createRuns, type RunPart, type RunStopScope } from './run/runParts.ts';
import type { Recorder } from './save/recorder.ts';
import type { TaskStore } from './taskStore.ts';
import { type TaskWatch, watchTask } from './watchTask.ts';

/** All watches of this process: at most one watch per task. */
export interface Watchers {
  /** Resolves when the task has ended or the watch is given up. Never rejects. */
  watch(id: string): Promise<void>;
  /**
   * Watches tasks that are being written to the journal. A task that cannot be written is not sent. Resolves with the
   * tasks in their state at that time.
   */
  watchAdded(added: Promise<void>, ids: readonly string[]): Promise<readonly Task[]>;
  /** Resolves when the task is no longer watched and its line is in the runs file. Never rejects. */
  ended(id: string): Promise<void>;
  /** Ends a task instead of its watch, which is given up. Resolves when the end is recorded. */
  end(id: string, change: TaskChange): Promise<void>;
  /** Gives up the watch, but not the request that is being sent: its response is still recorded. */
  lose(id: string): void;
  /** Stops waiting for the response to a request that is being sent. The task ends as `unconfirmed`. */
  stopSending(id: string): void;
  /**
   * Ends the unsent tasks of a run. With `all`, tasks whose request is being sent are not watched after its response.
   */
  stopRun(run: string, scope: RunStopScope): void;
  /** For an `unconfirmed` task: queries the balance and records it when the response is there. */
  noteBalance(id: string): void;
  /**
   * Sends nothing from now on. Resolves when the responses to sent requests are recorded, or when the deadline aborts.
   * All other watches are given up at once. Never rejects.
   */
  close(deadline: AbortSignal): Promise<void>;
  dispose(): void;
}

/** What all watches of a process share. */
interface WatchServices extends Omit<TaskWatch, OwnMember> {
  readonly store: TaskStore;
  readonly budget: BudgetKeeper;
  readonly balances: BalancePort;
  readonly recorder: Pick<Recorder, 'record'>;
}

type OwnMember = 'run' | 'signal' | 'sendSignal' | 'closing' | 'entry' | 'change' | 'changeAnyway' | 'record';

export function createWatchers(services: WatchServices): Watchers {
  const { store } = services;
  const closing = new AbortController();
  const watches = createWatchList(closing.signal);

  const startBalance = (id: string): void => void noteBalance(services, id, closing.signal);
  const end = async (id: string, change: TaskChange): Promise<void> => {
    watches.giveUp(id);
    await store.changeAnyway(id, change);
    await services.recorder.record(id);
    startBalance(id);
  };
  const runs = createRuns(({ run, startedAs }, error) => {
    for (const { task, ...entry } of store.list()) {
      const isAffected = task.run === run && (startedAs === null || entry.startedAs === startedAs);
      if (!isAffected || task.state !== 'planned') continue;
      // A budget stops only the tasks for which it has no room, not those that it has admitted.
      if (error.code === 'over-budget' && services.budget.holds(task.id)) continue;
      void end(task.id, buildUnsentEnd(error));
    }
  });
  const watch = (id: string, run: RunPart): Promise<void> =>
    watches.start(id, async (own) => {
      const { signal } = own.watch;
      try {
        const signals = { signal, sendSignal: own.send.signal, closing: closing.signal };
        await watchTask(createWatch(services, id, { run, ...signals }));
        const ended = store.get(id);
        if (run.terms.stopsOnError && ended && isFailure(ended.task)) run.stopSubmits('file');
        await services.recorder.record(id);
        startBalance(id);
      } catch (error) {
        if (!signal.aborted) services.log.error(`Task ${id}: ${String(error)}`);
      } finally {
        watches.remove(id, own);
      }
    });
  const failUnwritten = async (id: string, error: unknown): Promise<void> => {
    if (store.get(id)?.task.state !== 'planned') return;
    const diskError = { code: 'disk', message: messageOf(error) } as const;
    await store.changeAnyway(id, { kind: 'failed', error: diskError, statusWord: null, amountUsd: null });
  };
  const dispose = (): void => {
    closing.abort(new Error('Closing'));
    watches.giveUpAll();
  };
  const partOf = (id: string): RunPart => runs.of(store.entryOf(id));
  return {
    watch: (id) => watch(id, partOf(id)),
    async watchAdded(added, ids) {
      const started = ids.map((id) => store.entryOf(id).task);
      // The parts are looked up before the wait, so that a part that is stopped meanwhile holds its tasks back.
      const parts = new Map(ids.map((id) => [id, partOf(id)]));
      await added.catch((error: unknown) => Promise.all(ids.map((id) => failUnwritten(id, error))));
      await Promise.all([...parts].filter(([id]) => store.get(id)).map(([id, part]) => watch(id, part)));
      // A task that was removed meanwhile is returned in its first state.
      return started.map((task) => store.get(task.id)?.task ?? task);
    },
    ended: (id) => watches.ended(id),
    end,
    lose: (id) => watches.lose(id),
    stopSending: (id) => watches.stopSending(id),
    stopRun: (run, scope) => runs.stop(run, scope),
    noteBalance: startBalance,
    async close(deadline) {
      closing.abort(new Error('Closing'));
      const giveUpUnlessSending = ({ id, state }: Task): void => {
        if (state !== 'sending') watches.giveUp(id);
      };
      const subscription = store.onDidChange(giveUpUnlessSending);
      for (const { task } of store.list()) giveUpUnlessSending(task);
      await untilAborted(watches.allEnded(), deadline);
      subscription.dispose();
      dispose();
      // A watch that is given up still records the text that it has received.
      await watches.allEnded();
    },
    dispose,
  };
}

function createWatch(
  services: WatchServices,
  id: string,
  own: Pick<TaskWatch, 'run' | 'signal' | 'sendSignal' | 'closing'>,
): TaskWatch {
  const { store } = services;
  return {
    ...services,
    ...own,
    entry: () => store.entryOf(id),
    async change(change) {
      own.signal.throwIfAborted();
      await store.change(id, change);
    },
    async changeAnyway(change) {
      own.signal.throwIfAborted();
      return store.changeAnyway(id, change);
    },
    record: (change) => store.changeAnyway(id, change),
  };
}

/**
 * Reads the balance after a request that may have been charged, as a hint for the user who decides about it. Does
 * nothing in other states, nor for the sandbox, whose amounts are invented. Never rejects.
 */
async function noteBalance(
  { store, balances, openProfile }: WatchServices,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const entry = store.get(id);
  if (entry?.task.state !== 'unconfirmed' || entry.task.isSandbox) return;
  // The account of another gateway says nothing about this request.
  if (!(await openTarget(entry, openProfile)).ok) return;
  const balance = await balances.read(entry.task.profile, signal);
  // The user may have decided meanwhile.
  if (!balance || signal.aborted || store.get(id)?.task.state !== 'unconfirmed') return;
  await store.changeAnyway(id, { kind: 'balance-read', balance });
}

/** What ends the watch of a task from outside. */
interface WatchControllers {
  readonly watch: AbortController;
  /** Aborts the request that is being sent. */
  readonly send: AbortController;
}

/** The watches of this process, at most one per task, until their work has ended. */
interface WatchList {
  /**
   * Gives up the watch of the task, if there is one, and starts another. Its work calls `remove` when it ends. While
   * closing, the new watch is given up at once.
   */
  start(id: string, work: (own: WatchControllers) => Promise<void>): Promise<void>;
  /** Removes a watch whose work has ended. Does nothing if the task has another one by now. */
  remove(id: string, own: WatchControllers): void;
  /** Aborts the watch and its request. */
  giveUp(id: string): void;
  giveUpAll(): void;
  /** Aborts the watch, but not the request that is being sent. */
  lose(id: string): void;
  stopSending(id: string): void;
  /** Resolves when the work of the task's watch has ended, also after the watch was given up. */
  ended(id: string): Promise<void>;
  allEnded(): Promise<unknown>;
}

function createWatchList(closing: AbortSignal): WatchList {
  /** Controllers of the watches that were not given up. */
  const controllers = new Map<string, WatchControllers>();
  const works = new Map<string, { readonly own: WatchControllers; readonly done: Promise<void> }>();
  const giveUp = (id: string): void => {
    const known = controllers.get(id);
    controllers.delete(id);
    known?.watch.abort(new Error('No longer watched'));
    known?.send.abort(new Error('No longer watched'));
  };
  return {
    start(id, work) {
      giveUp(id);
      const own: WatchControllers = { watch: new AbortController(), send: new AbortController() };
      if (!closing.aborted) controllers.set(id, own);
      else own.watch.abort(new Error('Closing'));
      const done = work(own);
      works.set(id, { own, done });
      return done;
    },
    remove(id, own) {
      if (controllers.get(id) === own) controllers.delete(id);
      if (works.get(id)?.own === own) works.delete(id);
    },
    giveUp,
    giveUpAll() {
      for (const id of controllers.keys()) giveUp(id);
    },
    lose: (id) => controllers.get(id)?.watch.abort(new Error('Adopted by another process')),
    stopSending: (id) => controllers.get(id)?.send.abort(new Error('No longer awaited')),
    ended: (id) => works.get(id)?.done ?? Promise.resolve(),
    allEnded: () => Promise.all([...works.values()].map(({ done }) => done)),
  };
}
