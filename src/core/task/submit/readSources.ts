import type { RunsRecord, ToldResult } from '../../artifact/runsRecord.ts';
import { createDisposable } from '../../support/disposable.ts';
import { awaitEvent, type Event } from '../../support/emitter.ts';
import { readForeignEntries } from '../journalPort.ts';
import { buildJobResult } from '../model/buildRunsRecord.ts';
import { yieldedTo } from '../model/rivals.ts';
import type { Task } from '../model/task.ts';
import { madeKey, requestKey, type ResultRef, type TaskEntry } from '../model/taskEntry.ts';
import { isInFlight } from '../model/taskStates.ts';
import type { TaskWatch } from '../watch.ts';
import { takeTexts, textsKey } from './jobValues.ts';

/** The results of the jobs that a task needs, by job id, each in the order of its requests. */
export type SourceResults = ReadonlyMap<string, readonly ToldResult[]>;

interface MissingJob {
  readonly missingJob: string;
}

/** Delay between two checks of a source that another window makes, because its end is not announced here. */
const foreignDelayMs = 3_000;

/** Resolves with the results that a task needs, or with a job whose result will never be saved. */
export async function readSources(watch: TaskWatch): Promise<SourceResults | MissingJob> {
  if (watch.entry().sources.length === 0) return new Map();
  for (;;) {
    const found = await collect(watch);
    if (found) return found;
    await awaitNews(watch);
  }
}

/** Looks in the tasks of all windows, then in the runs file. Resolves to null while another window makes a result. */
async function collect(watch: TaskWatch): Promise<SourceResults | MissingJob | null> {
  const { store, journal, runsFile } = watch.services;
  const { task, sources } = watch.entry();
  const readOwn = () => findSourceTasks(watch.entry(), store.list());
  const own = readOwn();
  const isHere = (ref: ResultRef): boolean => {
    const source = own.get(requestKey(ref))?.task;
    return source !== undefined && yieldedTo(source) === null;
  };
  const isAllThere = sources.every(isHere);
  const foreign = isAllThere ? [] : await readForeignEntries(journal);
  const recorded = isAllThere ? [] : await runsFile.read(task.jobFile);
  const tasks = new Map([...findSourceTasks(watch.entry(), foreign), ...readOwn()]);
  const results = new Map<string, ToldResult[]>();
  for (const ref of sources) {
    const job = ref.job ?? '';
    const made = tasks.get(requestKey(ref))?.task;
    // What another run makes instead is as good.
    const rival = made ? yieldedTo(made) : null;
    const source = rival === null ? made : [...foreign, ...store.list()].find(({ task: { id } }) => id === rival)?.task;
    if (source && isInFlight(source.state)) return null;
    // The task itself is read because the record of a text may contain only its hash.
    const result = source
      ? source.state === 'saved' && buildJobResult(source)
      : await recall(findSaved(recorded, rival ?? requestKey(ref)), { ref, watch });
    if (!result) return { missingJob: job };
    results.set(job, [...(results.get(job) ?? []), result]);
  }
  return results;
}

/**
 * Resolves when all source tasks of this process have ended, or when one has ended without a result: then the others
 * need not be awaited. Also when one has left the list, because another process may have adopted it. Tasks of other
 * windows do not fire here, so these are looked at again after a while.
 */
async function awaitNews(watch: TaskWatch): Promise<void> {
  const { store, clock } = watch.services;
  const found = [...findSourceTasks(watch.entry(), store.list())];
  const waiting = new Set(found.flatMap(([key, { task }]) => (isInFlight(task.state) ? [key] : [])));
  if (waiting.size === 0 || found.some(([, { task }]) => hasNoResult(task)))
    return clock.sleep(foreignDelayMs, watch.signal);
  // The job file may be renamed meanwhile.
  const isAwaited = (task: Task): boolean =>
    !isInFlight(task.state) && task.jobFile === watch.task().jobFile && waiting.delete(madeKey(task));
  const isEnd = (task: Task): boolean => isAwaited(task) && (waiting.size === 0 || hasNoResult(task));
  const isGone = (id: string): boolean => found.some(([, { task }]) => task.id === id);
  const ended: Event<boolean> = (listener) => {
    const both = [store.onDidChange((task) => listener(isEnd(task))), store.onDidRemove((id) => listener(isGone(id)))];
    return createDisposable(() => both.forEach((each) => each.dispose()));
  };
  await awaitEvent(ended, (hasEnded) => hasEnded, watch.signal);
}

/** Returns the tasks of this process that make what a task needs. Of several for a request, the newest counts. */
export function findSourceTasks(
  { task, sources }: TaskEntry,
  entries: readonly TaskEntry[],
): ReadonlyMap<string, TaskEntry> {
  const wanted = new Set(sources.map(requestKey));
  const found = new Map<string, TaskEntry>();
  for (const entry of entries) {
    const key = madeKey(entry.task);
    const isNewer = (found.get(key)?.task.createdAt ?? -1) < entry.task.createdAt;
    if (wanted.has(key) && entry.task.jobFile === task.jobFile && isNewer) found.set(key, entry);
  }
  return found;
}

/** A `stopped` task is included: a slot of the run must not wait for the user, who may resume it. */
function hasNoResult({ state }: Task): boolean {
  return !isInFlight(state) && state !== 'saved';
}

/** What the user has been shown need not be vouched for. The sandbox sends nothing to anyone. */
async function recall(
  record: RunsRecord | undefined,
  { ref, watch }: { readonly ref: ResultRef; readonly watch: TaskWatch },
): Promise<ToldResult | undefined> {
  const { inputs, sha256 } = watch.services;
  const { task, boundary } = watch.entry();
  if (!record) return undefined;
  const place = { jobFile: task.jobFile, boundary };
  const result = await takeTexts(record, (file) => inputs.readText(file, place));
  return task.isSandbox || ref.texts === textsKey(result, sha256) ? { ...result, told: [] } : result;
}

/** Finds a result whose task has left the journal. Its line is still in the runs file. */
function findSaved(records: readonly RunsRecord[], key: string): RunsRecord | undefined {
  return records.findLast((record) => record.status === 'saved' && requestKey(record) === key);
}
