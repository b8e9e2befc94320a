import { Emitter } from '../support/emitter.ts';
import { messageOf } from '../support/text/redact.ts';
import { TaskLostError } from './journalPort.ts';
import { buildOpenNote } from './model/openTask.ts';
import type { Task, TaskState } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { JournalRecord, TaskChange, TaskEvent, TaskSeed } from './model/taskEvent.ts';
import { hasRecord, wasSent } from './model/taskStates.ts';
import { createEntry, isDurable, transition } from './model/transition.ts';
import { buildLedgerRecord } from './money/charge.ts';
import type { Log, TaskPorts } from './ports.ts';

export type TaskStore = ReturnType<typeof createTaskStore>;

/** All tasks of this process. Every change goes through the store, which checks, journals, announces and logs it. */
export function createTaskStore(ports: TaskPorts) {
  const { journal, clock } = ports;
  const { put, putNew, take, ...list } = createTaskList(ports.log);
  /** Tasks of other processes whose request this process has sent. */
  const lost = new Map<string, TaskEntry>();
  let leaving: readonly TaskEntry[] = [];

  const entryOf = (id: string): TaskEntry => {
    const entry = list.get(id) ?? lost.get(id);
    if (!entry) throw new Error(`There is no task ${id}`);
    return entry;
  };
  const changeLost = (next: TaskEntry, event: TaskEvent): readonly JournalRecord[] => {
    const { id, state } = next.task;
    if (state === 'sending') lost.set(id, next);
    else lost.delete(id);
    return state === 'sending' ? [] : [{ v: 1, task: id, ...event }];
  };
  const apply = (id: string, change: TaskChange): readonly JournalRecord[] => {
    const entry = entryOf(id);
    const event = { ...change, at: clock.now() };
    const next = transition(entry, event);
    if (!next) throw new Error(`Task ${id} is ${entry.task.state}: ${change.kind} is not possible`);
    if (!list.get(id)) return changeLost(next, event);
    put(next);
    return isDurable(change) ? [{ v: 1, task: id, ...event }] : [];
  };
  const endRemoval = (gone: readonly TaskEntry[]): void =>
    void (leaving = leaving.filter((entry) => !gone.includes(entry)));
  return {
    ...list,
    /** Also finds a task that another process has, while its response is awaited. Throws if there is no such task. */
    entryOf,
    /** Adds new tasks to the list at once. Resolves when the journal has them, and rejects when it fails. */
    async add(seeds: readonly { readonly id: string; readonly seed: TaskSeed }[]): Promise<void> {
      const at = clock.now();
      putNew(seeds.map(({ id, seed }) => createEntry(id, at, seed)));
      await journal.append(seeds.map(({ id, seed }) => ({ v: 1, task: id, at, kind: 'planned', seed })));
    },
    /** Adds tasks that are in the journal already. */
    adopt(adopted: readonly TaskEntry[]): void {
      putNew(adopted.filter(({ task }) => !list.get(task.id)));
    },
    /**
     * The change is visible at once. The promise resolves when the change is in the journal. Throws if the change is not
     * possible in the task's state, which is an error of the caller.
     */
    async change(id: string, change: TaskChange): Promise<void> {
      const before = entryOf(id);
      await journal.append(apply(id, change));
      await tellFolder(before, list.get(id), ports);
    },
    /**
     * Does the same as `change` for callers that would gain nothing by stopping: if the journal cannot be written, the
     * error is logged. Resolves to whether the change is in the journal, so that nothing is cleaned up before that.
     */
    async changeAnyway(id: string, change: TaskChange): Promise<boolean> {
      const before = entryOf(id);
      const outcome = await appendAnyway(apply(id, change), ports);
      await tellFolder(before, list.get(id), ports);
      return outcome === 'written';
    },
    /**
     * Removes a task from the list that another process has adopted. The journal keeps the task. A task that is being
     * sent can still be changed until its response is there, which the journal keeps for the other process.
     */
    forget(id: string): void {
      const entry = list.get(id);
      if (entry?.task.state === 'sending') lost.set(id, entry);
      take(id);
      leaving = leaving.filter(({ task }) => task.id !== id);
    },
    /**
     * Removes tasks from the list and from the journal. Their cost is in the ledger before they leave the journal.
     * `kept`: tasks stay in a journal, because another process has adopted them or the ledger cannot be written. `owed`:
     * the journal removes them as soon as it can be written, and the runs file has their lines. Until then, nothing else
     * knows of their results.
     */
    async remove(ids: readonly string[]): Promise<'removed' | 'owed' | 'kept'> {
      const owed = ids.filter((id) => owesLine(list.get(id)));
      const unlisted = owed
        .filter((id) => !entryOf(id).isUnlisted)
        .map((id) => this.changeAnyway(id, { kind: 'unlisted' }));
      const gone = ids.flatMap((id) => (owed.includes(id) ? [] : (take(id) ?? [])));
      if (gone.length + owed.length === 0) return 'removed';
      leaving = [...leaving, ...gone];
      const isCounted = await writeCharges(gone, ports);
      await Promise.all(unlisted);
      // Another process may have adopted some tasks meanwhile.
      const ours = gone.filter((entry) => leaving.includes(entry));
      if (!isCounted) {
        endRemoval(ours);
        for (const entry of ours) put(entry);
        return 'kept';
      }
      // In a common append, a task that another process has adopted would keep the others in the journal.
      const removed = await Promise.all(ours.map((entry) => leaveJournal(entry, ports)));
      endRemoval(ours);
      if (ours.length < gone.length || removed.includes('lost')) return 'kept';
      return owed.length > 0 || removed.includes('owed') ? 'owed' : 'removed';
    },
    /** Tasks whose removal has not ended. The same array as long as nothing changes. */
    leaving: () => leaving,
  };
}

async function leaveJournal(entry: TaskEntry, ports: TaskPorts): ReturnType<typeof appendAnyway> {
  const record = { v: 1, task: entry.task.id, at: ports.clock.now(), kind: 'removed' } as const;
  const outcome = await appendAnyway([record], ports);
  if (outcome !== 'lost') await tellFolder(entry, null, ports);
  return outcome;
}

/** Tells the folder of a task that begins or ceases to be open. Null: it has left the list. */
async function tellFolder(
  before: TaskEntry,
  after: TaskEntry | null | undefined,
  { openTasks }: TaskPorts,
): Promise<void> {
  if (after === undefined) return;
  const [old, now] = [buildOpenNote(before), after && buildOpenNote(after)];
  const isSame = now?.isOpen === old?.isOpen && now?.jobFile === old?.jobFile && now?.boundary === old?.boundary;
  if (isSame || !(old?.isOpen || now?.isOpen)) return;
  // The new place is told first, so that there is a line at each moment.
  await openTasks.note([...(now?.isOpen ? [now] : []), ...(old?.isOpen ? [{ ...old, isOpen: false }] : [])]);
}

/** Whether the runs file lacks the line of the task, and its folder is not gone for good. */
function owesLine(entry: TaskEntry | undefined): boolean {
  if (!entry || entry.isRecorded || entry.task.error?.code === 'folder-gone') return false;
  return hasRecord(entry.task.state) && wasSent(entry.task);
}

/** `lost`: another process has adopted the tasks. `owed`: the journal cannot be written. */
async function appendAnyway(
  records: readonly JournalRecord[],
  { journal, log }: TaskPorts,
): Promise<'written' | 'owed' | 'lost'> {
  try {
    await journal.append(records);
    return 'written';
  } catch (error) {
    log.error(`The journal cannot be written: ${String(error)}`);
    return error instanceof TaskLostError ? 'lost' : 'owed';
  }
}

async function writeCharges(gone: readonly TaskEntry[], { ledger, log, sha256 }: TaskPorts): Promise<boolean> {
  try {
    await ledger.append(gone.flatMap((entry) => buildLedgerRecord(entry, sha256) ?? []));
    return true;
  } catch (error) {
    log.error(`The ledger cannot be written: ${messageOf(error)}`);
    return false;
  }
}

/** The tasks of this process in memory. Every change is announced, and every change of a state is logged. */
function createTaskList(log: Log) {
  const entries = new Map<string, TaskEntry>();
  /** The list is read at every change, so it is kept until a task changes, and its order while tasks stay the same. */
  let listed: readonly TaskEntry[] | null = null;
  let order: readonly string[] | null = null;
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();

  /** An error in a view must not keep a change out of the journal, nor a cost out of the ledger. */
  const notify = <T>(emitter: Emitter<T>, value: T, id: string): void => {
    try {
      emitter.fire(value);
    } catch (error) {
      log.error(`Task ${id}: a listener failed: ${messageOf(error)}`);
    }
  };
  const announce = ({ task, isUnlisted }: TaskEntry, before: TaskState | undefined): void => {
    if (before !== task.state) log.info(describeState(task, before));
    if (isUnlisted) notify(removed, task.id, task.id);
    else notify(changed, task, task.id);
  };
  const sort = (): readonly TaskEntry[] => [...entries.values()].sort((a, b) => b.task.createdAt - a.task.createdAt);
  const ids = (): readonly string[] => (order ??= sort().map(({ task }) => task.id));
  return {
    onDidChange: changed.event,
    onDidRemove: removed.event,
    /** The newest run first, its tasks in the order of its requests. */
    list: (): readonly TaskEntry[] => (listed ??= ids().flatMap((id) => entries.get(id) ?? [])),
    /** The ids of the tasks in the order of `list`. Unlike the list, they stay the same when only tasks change. */
    ids,
    get: (id: string) => entries.get(id),
    /** Adds a task, or replaces the one with its id. */
    put: (entry: TaskEntry): void => {
      const before = entries.get(entry.task.id)?.task.state;
      entries.set(entry.task.id, entry);
      listed = null;
      if (before === undefined) order = null;
      announce(entry, before);
    },
    /** Announces the first task when all are in the list: a listener that lists thousands then does so once. */
    putNew: (added: readonly TaskEntry[]): void => {
      for (const entry of added) entries.set(entry.task.id, entry);
      [listed, order] = [null, null];
      for (const entry of added) if (entries.get(entry.task.id) === entry) announce(entry, undefined);
    },
    /** Removes a task, announces that and returns it. Does nothing if the task is not in the list. */
    take: (id: string): TaskEntry | undefined => {
      const entry = entries.get(id);
      if (!entries.delete(id)) return undefined;
      [listed, order] = [null, null];
      notify(removed, id, id);
      return entry;
    },
  };
}

function describeState({ id, request, state, error, taskId }: Task, before: string | undefined): string {
  const label = [request.job, request.model ?? request.endpoint, taskId].filter((part) => part !== null).join(' ');
  const reason = error ? ` (${error.code}${error.message === '' ? '' : `: ${error.message}`})` : '';
  return `Task ${id} [${label}]: ${before === undefined ? '' : `${before} → `}${state}${reason}`;
}
