import type { JobResult, RunsRecord } from '../../artifact/runsRecord.ts';
import type { Clock } from '../../support/clock.ts';
import { awaitEvent } from '../../support/emitter.ts';
import { listedEntries, type JournalPort } from '../journalPort.ts';
import { buildJobResult } from '../model/buildRunsRecord.ts';
import type { Task, TaskError } from '../model/task.ts';
import { madeKey, requestKey, type ResultRef, type TaskEntry } from '../model/taskEntry.ts';
import { isInFlight } from '../model/taskStates.ts';
import type { RunsFilePort } from '../ports.ts';
import type { TaskStore } from '../taskStore.ts';
import type { Watch } from '../watch.ts';

/** What the wait for the results of other jobs needs. */
export interface SourceWatch extends Watch {
  readonly store: Pick<TaskStore, 'list' | 'onDidChange'>;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly runsFile: Pick<RunsFilePort, 'read'>;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** The results of the jobs that a task needs, by job id, each in the order of its requests. */
export type SourceResults = ReadonlyMap<string, readonly JobResult[]>;

type SourcesOutcome =
  { readonly ok: true; readonly results: SourceResults } | { readonly ok: false; readonly error: TaskError };

/** Delay between two checks of a source that another window makes, because its end is not announced here. */
const foreignDelayMs = 3_000;

/** Resolves when every result that the task needs is saved, or when one of them never will be. */
export async function readSources(watch: SourceWatch): Promise<SourcesOutcome> {
  if (watch.entry().sources.length === 0) return { ok: true, results: new Map() };
  for (;;) {
    await waitForTasks(watch);
    const outcome = await collectResults(watch);
    if (outcome !== 'foreign') return outcome;
    await watch.clock.sleep(foreignDelayMs, watch.signal);
  }
}

/**
 * Returns the tasks of this process that make what a task needs. If a request has several tasks, the newest one counts.
 */
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

/**
 * Resolves when all source tasks of this process have ended, or when one has ended without a result: then the others
 * need not be awaited. Tasks of other windows do not fire here.
 */
async function waitForTasks({ store, entry, signal }: SourceWatch): Promise<void> {
  const found = [...findSourceTasks(entry(), store.list())];
  if (found.some(([, { task }]) => hasNoResult(task))) return;
  const waiting = new Set(found.flatMap(([key, { task }]) => (isInFlight(task.state) ? [key] : [])));
  if (waiting.size === 0) return;
  // The job file may be renamed meanwhile.
  const isAwaited = (task: Task): boolean =>
    !isInFlight(task.state) && task.jobFile === entry().task.jobFile && waiting.delete(madeKey(task));
  await awaitEvent(store.onDidChange, (task) => isAwaited(task) && (waiting.size === 0 || hasNoResult(task)), signal);
}

/**
 * A `stopped` task is included: it is unknown when the user resumes it, and a slot of the run must not wait for that.
 */
function hasNoResult({ state }: Task): boolean {
  return !isInFlight(state) && state !== 'saved';
}

/** Looks in the tasks first, including those of other windows. The runs file knows results of removed tasks. */
async function collectResults({ store, entry, journal, runsFile }: SourceWatch): Promise<SourcesOutcome | 'foreign'> {
  const { task, sources } = entry();
  const own = findSourceTasks(entry(), store.list());
  const isAllThere = sources.every((ref) => own.has(requestKey(ref)));
  const foreign = isAllThere ? [] : listedEntries(await journal.readForeign());
  const recorded = isAllThere ? [] : await runsFile.read(task.jobFile);
  const tasks = new Map([...findSourceTasks(entry(), foreign), ...findSourceTasks(entry(), store.list())]);
  const results = new Map<string, JobResult[]>();
  for (const ref of sources) {
    const source = tasks.get(requestKey(ref));
    if (source && isInFlight(source.task.state)) return 'foreign';
    // The task itself is read because the record of a text may contain only its hash.
    const result = source ? buildSaved(source) : findSaved(recorded, ref);
    const job = ref.job ?? '';
    if (!result) return { ok: false, error: { code: 'upstream-failed', message: job } };
    results.set(job, [...(results.get(job) ?? []), result]);
  }
  return { ok: true, results };
}

function buildSaved({ task }: TaskEntry): JobResult | undefined {
  return task.state === 'saved' ? buildJobResult(task) : undefined;
}

/** Finds a result whose task has left the journal. Its line is still in the runs file. */
function findSaved(records: readonly RunsRecord[], ref: ResultRef): RunsRecord | undefined {
  return records.findLast((record) => record.status === 'saved' && requestKey(record) === requestKey(ref));
}
