import type { Clock } from '../support/clock.ts';
import { Emitter, type Event } from '../support/emitter.ts';
import { messageOf } from '../support/text/redact.ts';
import { TaskLostError, type JournalPort } from './journalPort.ts';
import type { Task, TaskState } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { JournalRecord, TaskChange, TaskEvent, TaskSeed } from './model/taskEvent.ts';
import { createEntry, isDurable, transition } from './model/transition.ts';
import { buildLedgerRecord, type LedgerPort } from './money/charge.ts';
import type { Log } from './ports.ts';

/** All tasks of this process. Every change goes through the store, which checks, journals, announces and logs it. */
export interface TaskStore {
  readonly onDidChange: Event<Task>;
  readonly onDidRemove: Event<string>;
  /** The newest run first, its tasks in the order of its requests. */
  list(): readonly TaskEntry[];
  /** The ids of the tasks in the order of `list`. Unlike the list, they stay the same when only tasks change. */
  ids(): readonly string[];
  get(id: string): TaskEntry | undefined;
  /** Also finds a task that another process has, while its response is awaited. Throws if there is no such task. */
  entryOf(id: string): TaskEntry;
  /**
   * Adds new tasks to the list at once. The promise resolves when they are in the journal, and rejects when that fails.
   */
  add(seeds: readonly { readonly id: string; readonly seed: TaskSeed }[]): Promise<void>;
  /** Adds tasks that are in the journal already. */
  adopt(entries: readonly TaskEntry[]): void;
  /**
   * The change is visible at once. The promise resolves when the change is in the journal. Throws if the change is not
   * possible in the task's state, which is an error of the caller.
   */
  change(id: string, change: TaskChange): Promise<void>;
  /**
   * Does the same as `change` for callers that would gain nothing by stopping: if the journal cannot be written, the
   * error is logged. Resolves to whether the change is in the journal, so that nothing is cleaned up before that.
   */
  changeAnyway(id: string, change: TaskChange): Promise<boolean>;
  /** Removes tasks from the list and from the journal. Their cost is in the ledger before they leave the journal. */
  remove(ids: readonly string[]): Promise<Removal>;
  /** Does the same as `remove` for tasks that are in the journal, but not in the list. */
  archive(entries: readonly TaskEntry[]): Promise<Removal>;
  /** Tasks that have left the list and are not in the ledger yet. The same array as long as nothing changes. */
  leaving(): readonly TaskEntry[];
  /**
   * Removes a task from the list that another process has adopted. The journal keeps the task. A task that is being
   * sent can still be changed until its response is there, which the journal keeps for the other process.
   */
  forget(id: string): void;
}

/**
 * `kept`: tasks stay in a journal. Either another process has adopted them, or the ledger cannot be written and they
 * are back in the list. `owed`: the journal removes them as soon as it can be written.
 */
type Removal = 'removed' | 'owed' | 'kept';

interface StorePorts {
  readonly journal: Pick<JournalPort, 'append'>;
  readonly ledger: Pick<LedgerPort, 'append'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createTaskStore({ journal, ledger, clock, log }: StorePorts): TaskStore {
  const entries = new Map<string, TaskEntry>();
  /** Tasks of other processes whose request this process has sent. */
  const lost = new Map<string, TaskEntry>();
  let leaving: readonly TaskEntry[] = [];
  /**
   * The list is read at every change of every task, so it is kept until a task changes, and its order until a task is
   * added or removed.
   */
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
  const announce = ({ task }: TaskEntry, before: TaskState | undefined): void => {
    if (before !== task.state) log.info(describeState(task, before));
    notify(changed, task, task.id);
  };
  const put = (entry: TaskEntry): void => {
    const before = entries.get(entry.task.id)?.task.state;
    entries.set(entry.task.id, entry);
    listed = null;
    if (before === undefined) order = null;
    announce(entry, before);
  };
  /**
   * Adds all tasks to the list before it announces the first: a listener that lists thousands of tasks then does so
   * once.
   */
  const putNew = (added: readonly TaskEntry[]): void => {
    for (const entry of added) entries.set(entry.task.id, entry);
    listed = null;
    order = null;
    for (const entry of added) if (entries.get(entry.task.id) === entry) announce(entry, undefined);
  };
  const drop = (id: string): void => {
    if (!entries.delete(id)) return;
    listed = null;
    order = null;
    notify(removed, id, id);
  };
  const ids = (): readonly string[] =>
    (order ??= [...entries.values()].sort((a, b) => b.task.createdAt - a.task.createdAt).map(({ task }) => task.id));
  const list = (): readonly TaskEntry[] => (listed ??= ids().map(entryOf));
  const entryOf = (id: string): TaskEntry => {
    const entry = entries.get(id) ?? lost.get(id);
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
    if (!entries.has(id)) return changeLost(next, event);
    put(next);
    return isDurable(change) ? [{ v: 1, task: id, ...event }] : [];
  };
  /** `lost`: another process has adopted the tasks. */
  const appendAnyway = async (records: readonly JournalRecord[]): Promise<'written' | 'owed' | 'lost'> => {
    try {
      await journal.append(records);
      return 'written';
    } catch (error) {
      log.error(`The journal cannot be written: ${String(error)}`);
      return error instanceof TaskLostError ? 'lost' : 'owed';
    }
  };
  /** Resolves to false if the ledger cannot be written. The tasks are in `leaving` from the start of the call. */
  const keepCharges = async (gone: readonly TaskEntry[]): Promise<boolean> => {
    leaving = [...leaving, ...gone];
    try {
      await ledger.append(gone.flatMap((entry) => buildLedgerRecord(entry) ?? []));
      return true;
    } catch (error) {
      log.error(`The ledger cannot be written: ${messageOf(error)}`);
      return false;
    }
  };
  const endLeaving = (gone: readonly TaskEntry[]): void => {
    leaving = leaving.filter((entry) => !gone.includes(entry));
  };
  /**
   * Makes one append for each task: in a common append, a task that another process has adopted would keep the others
   * in the journal.
   */
  const removeFromJournal = async (gone: readonly TaskEntry[]): Promise<Removal> => {
    const at = clock.now();
    // Another process may have adopted some tasks while the ledger was written.
    const ours = gone.filter((entry) => leaving.includes(entry));
    const removals = ours.map(({ task }) => appendAnyway([{ v: 1, task: task.id, at, kind: 'removed' }]));
    const removed = await Promise.all(removals);
    endLeaving(ours);
    if (ours.length < gone.length || removed.includes('lost')) return 'kept';
    return removed.includes('owed') ? 'owed' : 'removed';
  };
  return {
    onDidChange: changed.event,
    onDidRemove: removed.event,
    list,
    ids,
    get: (id) => entries.get(id),
    entryOf,
    async add(seeds) {
      const at = clock.now();
      putNew(seeds.map(({ id, seed }) => createEntry(id, at, seed)));
      await journal.append(seeds.map(({ id, seed }) => ({ v: 1, task: id, at, kind: 'planned', seed })));
    },
    adopt(adopted) {
      putNew(adopted.filter(({ task }) => !entries.has(task.id)));
    },
    async change(id, change) {
      await journal.append(apply(id, change));
    },
    async changeAnyway(id, change) {
      return (await appendAnyway(apply(id, change))) === 'written';
    },
    forget(id) {
      const entry = entries.get(id);
      if (entry?.task.state === 'sending') lost.set(id, entry);
      drop(id);
      endLeaving(leaving.filter(({ task }) => task.id === id));
    },
    async remove(ids) {
      const gone = ids.flatMap((id) => entries.get(id) ?? []);
      if (gone.length === 0) return 'removed';
      ids.forEach(drop);
      if (await keepCharges(gone)) return removeFromJournal(gone);
      endLeaving(gone);
      gone.forEach(put);
      return 'kept';
    },
    async archive(gone) {
      if (gone.length === 0) return 'removed';
      return (await keepCharges(gone)) ? removeFromJournal(gone) : 'kept';
    },
    leaving: () => leaving,
  };
}

function describeState({ id, request, state, error, taskId }: Task, before: string | undefined): string {
  const label = [request.job, request.model ?? request.endpoint, taskId].filter((part) => part !== null).join(' ');
  const reason = error ? ` (${error.code}${error.message === '' ? '' : `: ${error.message}`})` : '';
  return `Task ${id} [${label}]: ${before === undefined ? '' : `${before} → `}${state}${reason}`;
}
