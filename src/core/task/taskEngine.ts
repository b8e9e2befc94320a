import type { PlannedRequest } from '../jobFile/request.ts';
import type { Disposable } from '../support/disposable.ts';
import { createDisposable } from '../support/disposable.ts';
import { createBudgetKeeper } from './budgetKeeper.ts';
import { buildAnswerEnd } from './buildAnswerEnd.ts';
import { createDurations } from './durations.ts';
import { foldJournal, type FoldedTask } from './foldJournal.ts';
import type { TaskPorts } from './ports.ts';
import { isInFlight } from './isInFlight.ts';
import { createOutages } from './outages.ts';
import { createProfileGate } from './profileGate.ts';
import { listSuperseded } from './listSuperseded.ts';
import { listForgettable } from './retention.ts';
import { createScheduler } from './scheduler.ts';
import { createSourceList, type GivenResult } from './sourceList.ts';
import { settleAdopted } from './settleAdopted.ts';
import { shareProgress } from './shareProgress.ts';
import { performAction } from './performAction.ts';
import type { Task, TaskAction } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { TaskSeed } from './taskEvent.ts';
import { createTaskStore, type TaskStore } from './taskStore.ts';
import type { WatchServices } from './watch.ts';
import { createWatchers, type EngineServices } from './watchers.ts';
import { recordEnd } from './watchTask.ts';

export interface StartRequest extends Omit<TaskSeed, 'run' | 'request' | 'sources'> {
  readonly requests: readonly PlannedRequest[];
  /** What the requests call this run; a new name when it is taken. */
  readonly runId?: string | undefined;
  /** Results of needed jobs that are there, or being made, so that they are not among `requests`. */
  readonly given?: readonly GivenResult[] | undefined;
  /** What the job file allows all of it to cost; null leaves it to the settings. */
  readonly budgetUsd?: number | null | undefined;
  /** Default: `continue`. */
  readonly onError?: 'stop' | 'continue' | undefined;
  /** Tasks at once. */
  readonly concurrency: number;
}

/** Submits, follows and saves tasks, and does with them what a person asks for. */
export interface TaskEngine extends Disposable {
  readonly store: Pick<TaskStore, 'onDidChange' | 'onDidRemove' | 'list' | 'unlisted'>;
  /** The tasks are there at once. `done` resolves when all have ended, or when the engine is disposed. */
  start(request: StartRequest): { readonly id: string; readonly done: Promise<readonly Task[]> };
  act(id: string, action: TaskAction): Promise<void>;
  /** Takes up the unfinished tasks of these job files that nobody follows any more. */
  resume(isWanted: (jobFile: string) => boolean): Promise<void>;
  keyChanged(profile: string): void;
  /** Resolves when nobody takes care of the task any more, its line in the runs file written. */
  ended(id: string): Promise<void>;
}

export function createTaskEngine(ports: TaskPorts): TaskEngine {
  const store = createTaskStore(ports);
  const scheduler = createScheduler(ports.clock);
  const services: WatchServices = {
    ports,
    store,
    scheduler,
    gate: createProfileGate(scheduler),
    outages: createOutages({ clock: scheduler, random: ports.random }),
    durations: createDurations(async () => (await ports.journal.readForeign()).listed),
    budget: createBudgetKeeper({ ports, store }),
  };
  const watchers = createWatchers(services);
  // Whoever has them now goes on with them; what is under way here stops before it does the same.
  const losses = ports.journal.onDidLose((ids) => {
    for (const id of ids) watchers.giveUp(id);
    for (const id of ids) store.forget(id);
  });
  const sharing = shareProgress({ store, journal: ports.journal });
  const disposal = createDisposable(() => {
    losses.dispose();
    sharing.dispose();
    watchers.dispose();
  });
  return {
    store,
    ended: (id) => watchers.ended(id),
    start: (request) => startRun(request, { ...services, watchers }),
    act: (id, action) => performAction(id, action, { ...services, watchers }),
    async resume(isWanted) {
      const adopted = foldJournal(await ports.journal.adopt(isWanted)).filter(({ entry }) => !store.get(entry.task.id));
      store.adopt(adopted.map(({ entry }) => entry));
      const folded = adopted.filter(({ entry }) => !entry.isUnlisted);
      // Before any of them is asked about: what took how long says when to ask.
      for (const { entry } of folded) services.durations.learn(entry);
      for (const each of folded) await takeUp(each, { ...services, watchers });
      await ports.spool.removeOrphans((id) => isOver(store.get(id)));
      const history = [...store.list(), ...store.unlisted()];
      for (const id of listForgettable(history, ports.clock.now())) await store.remove(id);
    },
    keyChanged: (profile) => services.gate.keyChanged(profile),
    ...disposal,
  };
}

/** All tasks of a press are in the list, and on their way into the journal, before anything of it is sent. */
function startRun(
  { requests, concurrency, runId, given = [], budgetUsd = null, onError, ...place }: StartRequest,
  services: EngineServices,
): ReturnType<TaskEngine['start']> {
  const { ports, store, watchers } = services;
  const isNew = runId !== undefined && !store.list().some(({ task }) => task.run === runId);
  const terms = { concurrency, budgetUsd, stopsOnError: onError === 'stop' };
  const run = watchers.addRun(isNew ? runId : ports.createId(), terms);
  const listSources = createSourceList(run.id, requests, given);
  const seeds = requests.map((request) => {
    const sources = listSources(request);
    const waits = sources.length > 0 ? { sources } : {};
    return { id: ports.createId(), seed: { ...place, run: run.id, request, ...waits } };
  });
  const superseded = listSuperseded({ requests, ...place }, store.list());
  const added = store.add(seeds);
  // At once, so that nobody can resume one of them beside its successor.
  for (const each of superseded) void store.remove(each);
  return {
    id: run.id,
    done: watchers.watchAdded(
      added,
      seeds.map(({ id }) => id),
      run,
    ),
  };
}

/** Half a file of a process that was killed; where its task goes on, it is written anew. */
function tidy({ task, boundary }: TaskEntry, { artifacts }: TaskPorts): Promise<void> {
  const { jobFile, request } = task;
  return artifacts.tidy({ jobFile, boundary, output: request.output, siblingPaths: () => new Set() });
}

/** Nothing that waits for it in the spool is needed any more. */
function isOver(entry: TaskEntry | undefined): boolean {
  return entry !== undefined && !isInFlight(entry.task.state) && entry.task.state !== 'unsaved';
}

/** What the fate of one task is does not keep the next one from being taken up. */
async function takeUp(folded: FoldedTask, { store, ports, watchers, ...rest }: EngineServices): Promise<void> {
  const { task, results } = folded.entry;
  const services = { ...rest, store, ports };
  const settlement = settleAdopted(folded);
  if (isInFlight(task.state)) await tidy(folded.entry, ports);
  // It is paid for, and was on disk before its process came to say so.
  const answer = task.state === 'sending' ? await ports.spool.find(task) : null;
  // A person may have been quicker, and has said what becomes of it.
  if (store.get(task.id) !== folded.entry) return;
  if (answer) {
    await store.changeAnyway(task.id, buildAnswerEnd(answer));
    void watchers.watch(task.id, watchers.runOf(task.run));
    return;
  }
  if (settlement.kind === 'watch') void watchers.watch(task.id, watchers.runOf(task.run));
  if (settlement.kind === 'change') {
    await store.changeAnyway(task.id, settlement.change);
    await recordEnd(services, task.id, { mayBeThere: false });
  }
  if (settlement.kind === 'record') await recordEnd(services, task.id, { mayBeThere: true });
  // Also for what its own window ended in doubt when it closed: that one had no time left to ask.
  if (settlement.kind !== 'keep') watchers.noteBalance(task.id);
  if (task.state === 'saved') await ports.spool.remove(results.map(({ source }) => source));
}
