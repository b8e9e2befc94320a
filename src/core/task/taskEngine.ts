import { createDisposable, type Disposable } from '../support/disposable.ts';
import { createScheduler } from '../support/scheduler.ts';
import { adoptTasks } from './adoptTasks.ts';
import { buildTaskProgress, listedEntries, type JournalPort, type TaskProgress } from './journalPort.ts';
import type { Task, TaskAction } from './model/task.ts';
import { isPolled } from './model/taskStates.ts';
import { createAccountBook, type Account } from './money/account.ts';
import { createBudgetKeeper } from './money/budgetKeeper.ts';
import { createBodyRoom } from './pace/bodyRoom.ts';
import { createKeyGate } from './pace/keyGate.ts';
import { createOutages } from './pace/outages.ts';
import { createProfileGate } from './pace/profileGate.ts';
import { moveTasks, performAction, type Moves } from './performAction.ts';
import { createDurations } from './poll/durations.ts';
import type { TaskPorts } from './ports.ts';
import type { RunStopScope } from './run/runParts.ts';
import { startRun, type Run, type RunOrder } from './run/startRun.ts';
import { createRecorder } from './save/recorder.ts';
import { createTaskStore, type TaskStore } from './taskStore.ts';
import type { TaskServices } from './watch.ts';
import { type EngineServices, Watchers } from './watchers.ts';

/** Submits, watches and saves tasks, and carries out the user's actions on them. */
export interface TaskEngine extends Disposable {
  readonly store: Pick<TaskStore, 'onDidChange' | 'onDidRemove' | 'list' | 'ids' | 'entryOf'>;
  /** The tasks are in the list when this returns. */
  start(request: RunOrder): Run;
  act(id: string, action: TaskAction): Promise<void>;
  /**
   * Stops a run of this process. Its requests that have not been sent end as `skipped`; with `all`, its accepted tasks
   * as `stopped`. A request that is being sent is awaited, because its response may contain the result.
   */
  stopRun(run: string, scope: RunStopScope): Promise<void>;
  /** Adopts and continues the unfinished tasks of the wanted job files that no process watches. */
  resume(isWanted: (jobFile: string) => boolean): Promise<void>;
  /** Continues tasks of this process with other paths. Never rejects. */
  move(moves: Moves): Promise<void>;
  keyChanged(profile: string): void;
  /** Returns what this user has spent. Rejects when a record of it cannot be read. */
  readAccount(): Promise<Account>;
  /** Resolves when the task is no longer watched and its line is in the runs file. */
  ended(id: string): Promise<void>;
  /**
   * Disposes the engine when the responses to all sent requests are in the journal, or when the deadline aborts.
   * Nothing is sent after the call. Never rejects.
   */
  close(deadline: AbortSignal): Promise<void>;
}

/** Limit of the memory for local files in requests that are being sent. It may be exceeded by one body. */
const maxBodyBytes = 256 * 1024 * 1024;

export function createTaskEngine(ports: TaskPorts): TaskEngine {
  const store = createTaskStore(ports);
  const scheduler = createScheduler(ports.clock, () => ports.gateway.closeIdle());
  const account = createAccountBook({ ...ports, store });
  const recorder = createRecorder(ports, { store, scheduler });
  const shared: TaskServices = {
    ...ports,
    store,
    scheduler,
    recorder,
    keys: createKeyGate(),
    gate: createProfileGate(scheduler),
    outages: {
      submits: createOutages({ clock: scheduler, random: ports.random }),
      queries: createOutages({ clock: scheduler, random: ports.random }),
    },
    durations: createDurations(async () => listedEntries(await ports.journal.readForeign())),
    bodies: createBodyRoom(maxBodyBytes),
    budget: createBudgetKeeper(ports, account),
  };
  const watchers = new Watchers(shared);
  const services: EngineServices = { ...shared, watchers };
  // The process that has adopted the tasks continues them, so the watches of this process end first.
  const losses = ports.journal.onDidLose((ids) => {
    for (const id of ids) watchers.lose(id);
    for (const id of ids) store.forget(id);
  });
  const sharing = shareProgress(store, ports.journal);
  const disposal = createDisposable(() => {
    losses.dispose();
    sharing.dispose();
    watchers.dispose();
    recorder.dispose();
  });
  return {
    store,
    ended: (id) => watchers.ended(id),
    start: (request) => startRun(request, services),
    act: (id, action) => performAction(id, action, services),
    resume: (isWanted) => adoptTasks(isWanted, services),
    async stopRun(run, scope) {
      watchers.stopRun(run, scope);
      if (scope === 'unsent') return;
      const accepted = store.list().filter(({ task }) => task.run === run && isPolled(task.state));
      for (const { task } of accepted) await performAction(task.id, 'stopWatching', services);
    },
    move: (moves) => moveTasks(moves, services),
    readAccount: () => account.read(),
    keyChanged: (profile) => shared.keys.change(profile),
    async close(deadline) {
      await watchers.close(deadline);
      await Promise.all([ports.journal.flush(), ports.spool.flush()]);
      disposal.dispose();
    },
    ...disposal,
  };
}

/** Shares the progress of this process's tasks with other windows. */
function shareProgress(store: TaskStore, journal: JournalPort): Disposable {
  let shared: ReadonlySet<string> = new Set();
  const read = (): readonly TaskProgress[] => {
    const progress = store.list().flatMap(({ task }) => buildTaskProgress(task) ?? []);
    shared = new Set(progress.map(({ task }) => task));
    return progress;
  };
  const note = (id: string, task?: Task): void => {
    // Most changes are in the journal, so they need not be shared.
    if (shared.has(id) || (task && buildTaskProgress(task))) journal.shareProgress(read);
  };
  const subscriptions = [store.onDidChange((task) => note(task.id, task)), store.onDidRemove((id) => note(id))];
  return { dispose: () => subscriptions.forEach((each) => each.dispose()) };
}
