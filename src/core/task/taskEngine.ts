import { createDisposable, type Disposable } from '../support/disposable.ts';
import { createScheduler } from '../support/scheduler.ts';
import { adoptTasks } from './adoptTasks.ts';
import { buildTaskProgress, type JournalPort, type TaskProgress } from './journalPort.ts';
import type { Task, TaskAction } from './model/task.ts';
import { buildOpenNote } from './model/openTask.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import { isPolled } from './model/taskStates.ts';
import { createAccountBook } from './money/account.ts';
import { createBudgetKeeper } from './money/budgetKeeper.ts';
import { createBodyRoom } from './pace/bodyRoom.ts';
import { createKeyGate } from './pace/keyGate.ts';
import { createOutages } from './pace/outages.ts';
import { createProfileGate } from './pace/profileGate.ts';
import { moveTasks, performAction, type Moves } from './performAction.ts';
import { createDurations } from './poll/durations.ts';
import type { TaskPorts } from './ports.ts';
import type { RunStopScope } from './run/runParts.ts';
import { startRun, type RunOrder } from './run/startRun.ts';
import { createRecorder } from './save/recorder.ts';
import { createTaskStore, type TaskStore } from './taskStore.ts';
import type { TaskServices } from './watch.ts';
import { type EngineServices, Watchers } from './watchers.ts';

/** Limit of the memory for local files in requests that are being sent. It may be exceeded by one body. */
const maxBodyBytes = 256 * 1024 * 1024;

export type TaskEngine = ReturnType<typeof createTaskEngine>;

/** Submits, watches and saves tasks, and carries out the user's actions on them. */
export function createTaskEngine(ports: TaskPorts) {
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
    durations: createDurations(),
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
    ended: (id: string) => watchers.ended(id),
    start: (order: RunOrder) => startRun(order, services),
    act: (id: string, action: TaskAction) => performAction(id, action, services),
    resume: (isWanted: (jobFile: string) => boolean, confine = (entry: TaskEntry): string => entry.boundary) =>
      adoptTasks(isWanted, confine, services),
    /** Queries each lost task of these job files once. */
    async findLost(jobFiles: readonly string[]): Promise<void> {
      const own = store.list().filter(({ task }) => jobFiles.includes(task.jobFile));
      await Promise.all(own.map(({ task }) => watchers.findLost(task.id)));
    },
    /** A request that is being sent is awaited, because its response may contain the result. */
    async stopRun(run: string, scope: RunStopScope): Promise<void> {
      watchers.stopRun(run, scope);
      if (scope === 'unsent') return;
      const accepted = store.list().filter(({ task }) => task.run === run && isPolled(task.state));
      for (const { task } of accepted) await performAction(task.id, 'stopWatching', services);
    },
    move: (moves: Moves) => moveTasks(moves, services),
    /** Names the open tasks in their folders again, where a disk has refused that or the user has removed the names. */
    tellOpen(): Promise<void> {
      const notes = store.list().flatMap((entry) => buildOpenNote(entry) ?? []);
      return ports.openTasks.note(notes.filter(({ isOpen }) => isOpen));
    },
    readAccount: () => account.read(),
    keyChanged: (profile: string) => shared.keys.change(profile),
    async close(deadline: AbortSignal): Promise<void> {
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
