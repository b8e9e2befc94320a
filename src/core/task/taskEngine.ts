import type { PlannedRequest } from '../jobFile/request.ts';
import type { Disposable } from '../support/disposable.ts';
import { createDisposable } from '../support/disposable.ts';
import { createBodyRoom } from './pace/bodyRoom.ts';
import { createDurations } from './poll/durations.ts';
import { foldLate, foldSpooled } from './adopt/foldLate.ts';
import { listedEntries } from './journalPort.ts';
import type { Account } from './money/account.ts';
import { createAccountBook } from './money/accountBook.ts';
import { createBudgetKeeper } from './money/budgetKeeper.ts';
import type { TaskPorts } from './ports.ts';
import { isInFlight } from './model/taskStates.ts';
import { moveTasks, type Moves } from './moveTasks.ts';
import { createOutages } from './pace/outages.ts';
import { createProfileGate } from './pace/profileGate.ts';
import { listSuperseded } from './run/listSuperseded.ts';
import { listForgettable } from './model/retention.ts';
import { buildTerms } from './model/runTerms.ts';
import { resumeTasks } from './adopt/resumeTasks.ts';
import { createScheduler } from './pace/scheduler.ts';
import { createSourceList, type GivenResult } from './run/sourceList.ts';
import { createRecorder } from './record/recorder.ts';
import { shareProgress } from './shareProgress.ts';
import { performAction } from './performAction.ts';
import type { Task, TaskAction } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { TaskSeed } from './model/taskEvent.ts';
import { createTaskStore, type TaskStore } from './taskStore.ts';
import type { WatchServices } from './watch.ts';
import { createWatchers, type EngineServices } from './watchers.ts';

/** The requests of one job file. */
export interface StartPart extends Omit<TaskSeed, 'run' | 'terms' | 'request' | 'sources' | 'origin'> {
  /** Origin of the profile that the user was shown. If it is null or left out, the first submit decides. */
  readonly origin?: string | null | undefined;
  readonly requests: readonly PlannedRequest[];
  /** Results of needed jobs that exist or are being made, and so are not among `requests`. */
  readonly given?: readonly GivenResult[] | undefined;
  /** Budget of the job file in USD. Null leaves the budget to the settings. */
  readonly budgetUsd?: number | null | undefined;
  /** Default: `continue`. */
  readonly onError?: 'stop' | 'continue' | undefined;
  /** Number of tasks at the same time. */
  readonly concurrency: number;
}

/** One run: one use of Generate. */
export interface StartRequest {
  /** The `run.id` of the requests. A new id is created if it is left out or taken. */
  readonly runId?: string | undefined;
  /** One part per job file. */
  readonly parts: readonly StartPart[];
}

/** Submits, watches and saves tasks, and carries out the user's actions on them. */
export interface TaskEngine extends Disposable {
  readonly store: Pick<TaskStore, 'onDidChange' | 'onDidRemove' | 'list'>;
  /**
   * The tasks are in the list when this returns. `done` resolves when all have ended, or when the engine is disposed.
   */
  start(request: StartRequest): { readonly id: string; readonly done: Promise<readonly Task[]> };
  act(id: string, action: TaskAction): Promise<void>;
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
  const services: WatchServices = {
    ports,
    store,
    scheduler,
    gate: createProfileGate(scheduler),
    outages: {
      submits: createOutages({ clock: scheduler, random: ports.random }),
      queries: createOutages({ clock: scheduler, random: ports.random }),
    },
    durations: createDurations(async () => listedEntries(await ports.journal.readForeign())),
    bodies: createBodyRoom(maxBodyBytes),
    budget: createBudgetKeeper({ ports, account }),
    recorder: createRecorder({ ports, store, scheduler }),
  };
  const watchers = createWatchers(services);
  // The process that has adopted the tasks continues them, so the watches of this process end first.
  const losses = ports.journal.onDidLose((ids) => {
    for (const id of ids) watchers.lose(id);
    for (const id of ids) store.forget(id);
  });
  const sharing = shareProgress({ store, journal: ports.journal });
  const disposal = createDisposable(() => {
    losses.dispose();
    sharing.dispose();
    watchers.dispose();
    services.recorder.dispose();
  });
  return {
    store,
    ended: (id) => watchers.ended(id),
    start: (request) => startRun(request, { ...services, watchers }),
    act: (id, action) => performAction(id, action, { ...services, watchers }),
    async resume(isWanted) {
      const adopted = (await ports.journal.adopt(isWanted)).filter(({ entry }) => !store.get(entry.task.id));
      const listed = adopted.filter(({ isUnlisted }) => !isUnlisted);
      store.adopt(listed.map(({ entry }) => entry));
      // The durations are learned before any of the tasks is polled, because they decide the poll schedule.
      for (const { entry } of listed) services.durations.learn(entry);
      // Earlier versions kept tasks in the journal after the user had removed them from the list.
      await store.archive(adopted.flatMap(({ entry, isUnlisted }) => (isUnlisted ? [entry] : [])));
      for (const each of await ports.journal.readLate()) await foldLate(each, { ...services, watchers });
      await foldSpooled({ ...services, watchers });
      await resumeTasks(listed, { ...services, watchers });
      await ports.spool.removeOrphans((id) => isOver(store.get(id)));
      await store.remove(listForgettable(store.list(), ports.clock.now()));
    },
    move: (moves) => moveTasks(moves, { ...services, watchers }),
    readAccount: () => account.read(),
    keyChanged: (profile) => services.gate.keyChanged(profile),
    async close(deadline) {
      await watchers.close(deadline);
      await Promise.all([ports.journal.confirm(), ports.spool.flush()]);
      disposal.dispose();
    },
    ...disposal,
  };
}

/** All tasks of the run are in the list and on their way into the journal before any of its requests is sent. */
function startRun({ runId, parts }: StartRequest, services: EngineServices): ReturnType<TaskEngine['start']> {
  const { ports, store, watchers } = services;
  const isNew = runId !== undefined && !store.list().some(({ task }) => task.run === runId);
  const run = isNew ? runId : ports.createId();
  const seeds = parts.flatMap((part) => listSeeds(run, part)).map((seed) => ({ id: ports.createId(), seed }));
  const superseded = parts.flatMap((part) => listSuperseded(part, store.list()));
  const added = store.add(seeds);
  // The tasks are removed at once, so that none of them can be resumed next to its successor.
  void store.remove(superseded);
  const ids = seeds.map(({ id }) => id);
  return { id: run, done: watchers.watchAdded(added, ids) };
}

function listSeeds(run: string, part: StartPart): readonly TaskSeed[] {
  const { requests, given = [], jobFile, boundary, profile, isSandbox, origin } = part;
  const { concurrency, budgetUsd = null, onError } = part;
  const terms = buildTerms({ concurrency, budgetUsd, stopsOnError: onError === 'stop' });
  const place = { run, jobFile, boundary, profile, isSandbox, ...(origin ? { origin } : {}), terms };
  const listSources = createSourceList(run, requests, given);
  return requests.map((request) => {
    const sources = listSources(request);
    return { ...place, request, ...(sources.length > 0 ? { sources } : {}) };
  });
}

/** Whether the task no longer needs its files in the spool. */
function isOver(entry: TaskEntry | undefined): boolean {
  return entry !== undefined && !isInFlight(entry.task.state) && entry.task.state !== 'unsaved';
}
