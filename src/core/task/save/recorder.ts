import { createDisposable } from '../../support/disposable.ts';
import type { Clock } from '../../support/clock.ts';
import { messageOf } from '../../support/text/redact.ts';
import { buildRunsRecord, endKey, findSavedElsewhere } from '../model/buildRunsRecord.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { hasRecord } from '../model/taskStates.ts';
import type { TaskPorts } from '../ports.ts';
import type { TaskStore } from '../taskStore.ts';

/** The first retry comes after this time. The time doubles for each further retry … */
const firstRetryMs = 1_000;
/** … up to this. */
const maxRetryMs = 10 * 60_000;

export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder(
  ports: TaskPorts,
  { store, scheduler }: { readonly store: TaskStore; readonly scheduler: Clock },
) {
  const owed = new Set<string>();
  /** Job files whose runs file could not be written and about which the user has been told. */
  const announced = new Set<string>();
  /** The last call for each task that is being recorded. Two calls at the same time would both find no line. */
  const recording = new Map<string, Promise<void>>();
  const disposed = new AbortController();
  let isRetrying = false;

  /** Resolves to false if the task has moved. Then `moveTasks` records its end with the new path. */
  const append = async (entry: TaskEntry): Promise<boolean> => {
    const record = buildRunsRecord(entry, ports.sha256);
    if (!record) return true;
    const { id, jobFile } = entry.task;
    const key = endKey(record);
    const records = await ports.runsFile.read(jobFile);
    // The time is compared first, because in a long history nearly all lines differ in it.
    const isThere =
      records.some((each) => each.at === record.at && endKey(each) === key) ||
      (record.status === 'saved' && findSavedElsewhere(records, entry.task) !== undefined);
    if (isThere) {
      await ports.runsFile.sync(jobFile);
      return true;
    }
    if ((store.get(id) ?? entry).task.jobFile !== jobFile) return false;
    await ports.runsFile.append(record, { jobFile, boundary: entry.boundary });
    return true;
  };
  const announce = (jobFile: string, reason: string): void => {
    ports.log.error(`The runs file of ${jobFile} cannot be written: ${reason}`);
    if (announced.has(jobFile)) return;
    announced.add(jobFile);
    ports.onRunsFileBlocked?.({ jobFile, reason });
  };
  /**
   * Writes the line for the end of a task into the runs file, unless it has been written before. A line that cannot be
   * written is tried again until it can be, or until the engine is disposed. Never rejects.
   */
  const record = (id: string): Promise<void> => {
    const done = (recording.get(id) ?? Promise.resolve()).then(() => recordNow(id));
    recording.set(id, done);
    return done.finally(() => {
      if (recording.get(id) === done) recording.delete(id);
    });
  };
  const recordNow = async (id: string): Promise<void> => {
    owed.delete(id);
    const entry = store.get(id);
    if (!entry || !hasRecord(entry.task.state) || entry.isRecorded) return;
    // A process that was suspended for a long time may continue exactly at this point.
    const isWritten = await ports.journal.confirm();
    if (store.get(id) !== entry) return;
    // After a restart, the end would be unknown, and another end would add a second line.
    if (!isWritten) return recordLater(id);
    try {
      if (!(await append(entry))) return;
    } catch (error) {
      // The user learns from the task itself that its folder is gone.
      if (entry.task.error?.code !== 'folder-gone') announce(entry.task.jobFile, messageOf(error));
      return recordLater(id);
    }
    // The file can be written again, so its other lines need not wait for their turn.
    if (announced.delete(entry.task.jobFile))
      for (const other of owed) if (store.get(other)?.task.jobFile === entry.task.jobFile) void record(other);
    // The user may have acted on the task meanwhile. Then its next end is recorded.
    if (isSameEnd(store.get(id), entry)) await store.changeAnyway(id, { kind: 'recorded' });
    if (store.get(id)?.isUnlisted && (await store.remove([id])) === 'removed')
      await ports.spool.remove(entry.results.map(({ source }) => source));
  };
  const recordLater = (id: string): void => {
    owed.add(id);
    void retryLater();
  };
  const retryLater = async (): Promise<void> => {
    if (isRetrying) return;
    isRetrying = true;
    for (let delayMs = firstRetryMs; owed.size > 0; delayMs = Math.min(2 * delayMs, maxRetryMs)) {
      await scheduler.sleep(delayMs, disposed.signal).catch(() => undefined);
      if (disposed.signal.aborted) return;
      // A line that fails again is owed again, and is not tried a second time in this round.
      const ids = [...owed];
      for (const id of ids) await record(id);
    }
    isRetrying = false;
  };
  return { record, ...createDisposable(() => disposed.abort(new Error('Disposed'))) };
}

function isSameEnd(one: TaskEntry | undefined, other: TaskEntry): boolean {
  return one?.task.state === other.task.state && one.task.endedAt === other.task.endedAt;
}
