import type { JobResult, RunsRecord } from '../artifact/runsRecord.ts';
import { buildJobResult } from './buildRunsRecord.ts';
import { listedEntries } from './journalPort.ts';
import { isInFlight } from './taskStates.ts';
import { madeKey, resultKey, type ResultRef } from './resultRef.ts';
import type { Task, TaskError } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { Watch } from './watch.ts';

/** The results of the jobs that a task needs, by job id, each in the order of its requests. */
export type SourceResults = ReadonlyMap<string, readonly JobResult[]>;

export type SourceAnswer =
  { readonly ok: true; readonly results: SourceResults } | { readonly ok: false; readonly error: TaskError };

/** While a source is made in another window nobody tells us of its end. */
const elsewhereDelayMs = 3_000;

/** Resolves when every result that the task needs is saved, or one of them never will be. */
export async function readSources(watch: Watch): Promise<SourceAnswer> {
  if (watch.entry().sources.length === 0) return { ok: true, results: new Map() };
  for (;;) {
    await waitForTasks(watch);
    const answer = await collectResults(watch);
    if (answer !== 'elsewhere') return answer;
    await watch.ports.clock.sleep(elsewhereDelayMs, watch.signal);
  }
}

/** The tasks of this process that make what a task needs; of several attempts the newest. */
export function findSourceTasks(
  { task, sources }: TaskEntry,
  entries: readonly TaskEntry[],
): ReadonlyMap<string, TaskEntry> {
  const wanted = new Set(sources.map(resultKey));
  const found = new Map<string, TaskEntry>();
  for (const entry of entries) {
    const key = madeKey(entry.task);
    const isNewer = (found.get(key)?.task.createdAt ?? -1) < entry.task.createdAt;
    if (wanted.has(key) && entry.task.jobFile === task.jobFile && isNewer) found.set(key, entry);
  }
  return found;
}

/**
 * Resolves when all of them have ended, or one of them badly: then the others need not be waited for. Tasks of other
 * windows are not heard from here.
 */
async function waitForTasks({ store, entry, signal }: Watch): Promise<void> {
  const found = [...findSourceTasks(entry(), store.list())];
  if (found.some(([, { task }]) => hasNoResult(task))) return;
  const waiting = new Set(found.flatMap(([key, { task }]) => (isInFlight(task.state) ? [key] : [])));
  if (waiting.size === 0) return;
  const { jobFile } = entry().task;
  // Who has been aborted before hears nothing of it any more.
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      subscription.dispose();
      reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    const subscription = store.onDidChange((task) => {
      const isAwaited = !isInFlight(task.state) && task.jobFile === jobFile && waiting.delete(madeKey(task));
      if (!isAwaited || (waiting.size > 0 && !hasNoResult(task))) return;
      subscription.dispose();
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Also `stopped`: nobody knows when a person resumes it, and a place in the run must not wait for that. */
function hasNoResult({ state }: Task): boolean {
  return !isInFlight(state) && state !== 'saved';
}

/** The tasks know best, also those of other windows; the runs file knows those of other times. */
async function collectResults({ store, entry, ports }: Watch): Promise<SourceAnswer | 'elsewhere'> {
  const { task, sources } = entry();
  const own = findSourceTasks(entry(), store.list());
  const isAllThere = sources.every((ref) => own.has(resultKey(ref)));
  const foreign = isAllThere ? [] : listedEntries(await ports.journal.readForeign());
  const recorded = isAllThere ? [] : await ports.runsFile.read(task.jobFile);
  const tasks = new Map([...findSourceTasks(entry(), foreign), ...findSourceTasks(entry(), store.list())]);
  const results = new Map<string, JobResult[]>();
  for (const ref of sources) {
    const source = tasks.get(resultKey(ref));
    if (source && isInFlight(source.task.state)) return 'elsewhere';
    // From the task itself: the record of a text may hold its hash alone.
    const result = source ? readSaved(source) : findSaved(recorded, ref);
    const job = ref.job ?? '';
    if (!result) return { ok: false, error: { code: 'upstream-failed', message: job } };
    results.set(job, [...(results.get(job) ?? []), result]);
  }
  return { ok: true, results };
}

function readSaved({ task }: TaskEntry): JobResult | undefined {
  return task.state === 'saved' ? buildJobResult(task) : undefined;
}

/** From before: the journal has forgotten the task, its line in the runs file stands. */
function findSaved(records: readonly RunsRecord[], ref: ResultRef): RunsRecord | undefined {
  return records.findLast((record) => record.status === 'saved' && resultKey(record) === resultKey(ref));
}
