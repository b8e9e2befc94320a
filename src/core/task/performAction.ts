import type { RunsRecord } from '../artifact/runsRecord.ts';
import { assertNever } from '../support/assertNever.ts';
import { messageOf } from '../support/text/redact.ts';
import type { Artifact, TaskAction } from './model/task.ts';
import type { TaskPlace } from './model/taskEvent.ts';
import { actionsOf } from './model/taskStates.ts';
import type { JobFileMove } from './ports.ts';
import { findSourceTasks } from './submit/readSources.ts';
import type { EngineServices } from './watchers.ts';

/** Carries out an action if the state of the task still allows it. Resolves when it has begun, not when it ends. */
export async function performAction(id: string, action: TaskAction, services: EngineServices): Promise<void> {
  const { store, log, watchers } = services;
  const entry = store.get(id);
  if (!entry || !actionsOf(entry.task).includes(action)) {
    log.warn(`Task ${id}: ${action} is not possible${entry ? ` while it is ${entry.task.state}` : ': it is gone'}`);
    return;
  }
  const { task } = entry;
  const watch = (): void => void watchers.watch(id);
  // Another action may have been faster.
  const isUntouched = (): boolean => store.get(id)?.task.state === task.state;
  switch (action) {
    case 'stopWatching': {
      // The watch awaits the end of the request and records its outcome.
      if (task.state === 'sending') return watchers.stopSending(id);
      const code = task.taskId === null ? 'not-sent' : 'stopped-by-user';
      return watchers.end(id, { kind: 'stopped', error: { code, message: '' } });
    }
    case 'resume':
      await resumeSources(id, services);
      if (!isUntouched()) return;
      await store.changeAnyway(id, { kind: 'resumed' });
      return watch();
    case 'checkBalance':
      return watchers.readBalance(id);
    case 'resubmit':
      await store.changeAnyway(id, { kind: 'resubmitted' });
      return watch();
    case 'saveAgain':
      await store.changeAnyway(id, { kind: 'saving-again' });
      return watch();
    case 'dismiss':
      await store.changeAnyway(id, { kind: 'dismissed' });
      return services.recorder.record(id);
    case 'retry':
      await resumeSources(id, services);
      return isUntouched() ? retry(id, services) : undefined;
    case 'remove':
      // Another window may have adopted the task, or a restart may bring it back.
      if ((await store.remove([id])) !== 'removed') return;
      return services.spool.remove(entry.results.map(({ source }) => source));
    default:
      return assertNever(action);
  }
}

/**
 * Continues the sources of a task that were stopped before they were sent, or that were skipped because their run was
 * stopped. They come before the task, which waits for their results.
 */
async function resumeSources(id: string, services: EngineServices): Promise<void> {
  const { store } = services;
  const entry = store.entryOf(id);
  if (entry.task.taskId !== null || entry.sources.length === 0) return;
  for (const { task } of findSourceTasks(entry, store.list()).values()) {
    if (task.state === 'stopped') await performAction(task.id, 'resume', services);
    else if (task.error?.code === 'run-stopped') await performAction(task.id, 'retry', services);
  }
}

/**
 * Replaces the failed task by a new one. The line of the failed task stays in the runs file, and the new task gets its
 * own. The failed task leaves the list first and at once, so that a second click finds nothing to retry. The new task
 * goes to the gateway that the profile names now, because a wrong base URL is a reason to retry.
 */
async function retry(id: string, services: EngineServices): Promise<void> {
  const { store, watchers } = services;
  const { task, boundary, terms, planned: request, sources } = store.entryOf(id);
  const { run, jobFile, profile, isSandbox } = task;
  const takenOut = store.remove([id]);
  const newId = services.createId();
  const seed = { run, jobFile, boundary, profile, isSandbox, terms, request, sources };
  const added = store.add([{ id: newId, seed }]);
  // If another window has adopted the failed task, the retry happens there, and the new task is removed here.
  const prepare = async (): Promise<void> => {
    const [removal] = await Promise.all([takenOut, added]);
    if (removal === 'kept') await store.remove([newId]);
  };
  void watchers.watchAdded(prepare(), [newId]);
  await takenOut;
}

/** Tasks with their new paths, job files whose records move along, and job files whose results have moved. */
export interface Moves {
  readonly tasks: readonly ({ readonly id: string; readonly artifacts?: readonly Artifact[] } & TaskPlace)[];
  readonly jobFiles: readonly JobFileMove[];
  readonly results?: readonly ResultsMove[];
}

interface ResultsMove extends Pick<TaskPlace, 'jobFile' | 'boundary'> {
  /** Returns the present path of an artifact, relative to the job file. The same path if it has not moved. */
  readonly follow: (path: string) => string;
}

/** A move writes the newest records, at most this many. The results of older records are found by their content. */
const maxMovedRecords = 1_000;

/** Continues tasks with their new paths. Saving and recording that failed with the old paths is tried again. */
export async function moveTasks({ tasks, jobFiles, results = [] }: Moves, services: EngineServices): Promise<void> {
  const { store, watchers, recorder, runsFile, log } = services;
  // All changes start before the first `await`, so that no line is added to a file that has moved or is about to.
  const journaled = tasks.map(({ id, ...place }) => store.changeAnyway(id, { kind: 'moved', ...place }));
  const kept = new Set<string>();
  const moved = jobFiles.map(async (move) => {
    const warn = (error: unknown): void => {
      kept.add(move.to);
      log.warn(`The records of ${move.from} stay where they are: ${messageOf(error)}`);
    };
    await runsFile.move(move).catch(warn);
  });
  await Promise.all([...journaled, ...moved]);
  for (const each of results.filter(({ jobFile }) => !kept.has(jobFile))) {
    await recordMoved(each, services).catch((error: unknown) =>
      log.warn(`The records of ${each.jobFile} do not tell where its results are now: ${messageOf(error)}`),
    );
  }
  for (const { id } of tasks) {
    const task = store.get(id)?.task;
    // In another folder, results that nothing has asked for wait as before.
    const isWaiting = task?.error?.code === 'more-results' && task.artifacts.length > 0;
    if (task?.state !== 'unsaved' || isWaiting) await recorder.record(id);
    else {
      await store.changeAnyway(id, { kind: 'saving-again' });
      void watchers.watch(id);
    }
  }
}

async function recordMoved({ jobFile, boundary, follow }: ResultsMove, { runsFile }: EngineServices): Promise<void> {
  const moved = (await runsFile.read(jobFile)).flatMap((record): readonly RunsRecord[] => {
    const artifacts = record.artifacts.map((each) => ({ ...each, path: follow(each.path) }));
    const isMoved = artifacts.some(({ path }, at) => path !== record.artifacts[at]?.path);
    return isMoved ? [{ ...record, artifacts, moved: true }] : [];
  });
  for (const record of moved.slice(-maxMovedRecords)) await runsFile.append(record, { jobFile, boundary });
}
