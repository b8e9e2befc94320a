import type { PlannedRequest } from '../jobFile/request.ts';
import type { Disposable } from '../support/disposable.ts';
import { createDisposable } from '../support/disposable.ts';
import { createBudgetKeeper } from './budgetKeeper.ts';
import { createDurations } from './durations.ts';
import { foldJournal, type FoldedTask } from './foldJournal.ts';
import type { TaskPorts } from './ports.ts';
import { createProfileGate } from './profileGate.ts';
import { createRun } from './run.ts';
import { createSourceList, type GivenResult } from './sourceList.ts';
import { settleAdopted } from './settleAdopted.ts';
import { performAction } from './performAction.ts';
import type { Task, TaskAction } from './task.ts';
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
  readonly store: Pick<TaskStore, 'onDidChange' | 'onDidRemove' | 'list'>;
  /** The tasks are there at once. `done` resolves when all have ended, or when the engine is disposed. */
  start(request: StartRequest): { readonly id: string; readonly done: Promise<readonly Task[]> };
  act(id: string, action: TaskAction): Promise<void>;
  /** Takes up the unfinished tasks of these job files that nobody follows any more. */
  resume(isWanted: (jobFile: string) => boolean): Promise<void>;
  keyChanged(profile: string): void;
}

export function createTaskEngine(ports: TaskPorts): TaskEngine {
  const store = createTaskStore(ports);
  const gate = createProfileGate(ports.clock);
  const budget = createBudgetKeeper({ ports, store });
  const services: WatchServices = { ports, store, gate, durations: createDurations(), budget };
  const watchers = createWatchers(services);
  const disposal = createDisposable(() => watchers.dispose());
  return {
    store,
    start: (request) => startRun(request, { ...services, watchers }),
    act: (id, action) => performAction(id, action, { ...services, watchers }),
    async resume(isWanted) {
      const folded = foldJournal(await ports.journal.adopt(isWanted)).filter(({ entry }) => !store.get(entry.task.id));
      store.adopt(folded.map(({ entry }) => entry));
      for (const { entry } of folded) services.durations.learn(entry);
      for (const each of folded) await takeUp(each, { ...services, watchers });
    },
    keyChanged: (profile) => gate.keyChanged(profile),
    ...disposal,
  };
}

function startRun(
  { requests, concurrency, runId, given = [], budgetUsd = null, onError, ...place }: StartRequest,
  services: EngineServices,
): ReturnType<TaskEngine['start']> {
  const { ports, store, watchers } = services;
  const isNew = runId !== undefined && !store.list().some(({ task }) => task.run === runId);
  const run = createRun(isNew ? runId : ports.createId(), {
    concurrency,
    budgetUsd,
    stopsOnError: onError === 'stop',
    onStop: (reason) => watchers.stopPlanned(run.id, reason),
  });
  watchers.addRun(run);
  const listSources = createSourceList(run.id, requests, given);
  const seeds = requests.map((request) => {
    const sources = listSources(request);
    const waits = sources.length > 0 ? { sources } : {};
    return { id: ports.createId(), seed: { ...place, run: run.id, request, ...waits } };
  });
  const added = store.add(seeds);
  return {
    id: run.id,
    done: watchers.watchAdded(
      added,
      seeds.map(({ id }) => id),
      run,
    ),
  };
}

async function takeUp(folded: FoldedTask, { store, ports, watchers, ...rest }: EngineServices): Promise<void> {
  const { task, results } = folded.entry;
  const services = { ...rest, store, ports };
  const settlement = settleAdopted(folded, ports.clock.now());
  if (settlement.kind === 'watch') void watchers.watch(task.id, watchers.runOf(task.run));
  if (settlement.kind === 'change') {
    await store.changeAnyway(task.id, settlement.change);
    await recordEnd(services, task.id, { mayBeThere: false });
  }
  if (settlement.kind === 'record') await recordEnd(services, task.id, { mayBeThere: true });
  if (settlement.kind === 'forget') await store.remove(task.id);
  if (task.state === 'saved') await ports.spool.remove(results.map(({ source }) => source));
}
