import { Emitter, type Event } from '../support/emitter.ts';
import { messageOf } from '../support/text/redact.ts';
import { TaskLostError } from './journalPort.ts';
import type { Task, TaskState } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { JournalRecord, TaskChange, TaskEvent, TaskSeed } from './model/taskEvent.ts';
import { createEntry, isDurable, transition } from './model/transition.ts';
import type { Log, TaskPorts } from './ports.ts';
import { type Appended, createTaskRemoval, type Removal } from './taskRemoval.ts';

/** All tasks of this process. Every change goes through the store, which checks, journals, announces and logs it. */
export interface TaskStore extends Pick<TaskList, 'onDidChange' | 'onDidRemove' | 'list' | 'ids' | 'get'> {
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
  /** Tasks whose removal has not ended. The same array as long as nothing changes. */
  readonly leaving: () => readonly TaskEntry[];
  /**
   * Removes a task from the list that another process has adopted. The journal keeps the task. A task that is being
   * sent can still be changed until its response is there, which the journal keeps for the other process.
   */
  forget(id: string): void;
}

export function createTaskStore({ journal, ledger, clock, log }: TaskPorts): TaskStore {
  const tasks = createTaskList(log);
  /** Tasks of other processes whose request this process has sent. */
  const lost = new Map<string, TaskEntry>();

  const entryOf = (id: string): TaskEntry => {
    const entry = tasks.get(id) ?? lost.get(id);
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
    if (!tasks.get(id)) return changeLost(next, event);
    tasks.put(next);
    return isDurable(change) ? [{ v: 1, task: id, ...event }] : [];
  };
  const appendAnyway = async (records: readonly JournalRecord[]): Promise<Appended> => {
    try {
      await journal.append(records);
      return 'written';
    } catch (error) {
      log.error(`The journal cannot be written: ${String(error)}`);
      return error instanceof TaskLostError ? 'lost' : 'owed';
    }
  };
  const removal = createTaskRemoval({ append: appendAnyway, ledger, clock, log });
  return {
    onDidChange: tasks.onDidChange,
    onDidRemove: tasks.onDidRemove,
    list: tasks.list,
    ids: tasks.ids,
    get: tasks.get,
    entryOf,
    async add(seeds) {
      const at = clock.now();
      tasks.putNew(seeds.map(({ id, seed }) => createEntry(id, at, seed)));
      await journal.append(seeds.map(({ id, seed }) => ({ v: 1, task: id, at, kind: 'planned', seed })));
    },
    adopt(adopted) {
      tasks.putNew(adopted.filter(({ task }) => !tasks.get(task.id)));
    },
    async change(id, change) {
      await journal.append(apply(id, change));
    },
    async changeAnyway(id, change) {
      return (await appendAnyway(apply(id, change))) === 'written';
    },
    forget(id) {
      const entry = tasks.get(id);
      if (entry?.task.state === 'sending') lost.set(id, entry);
      tasks.remove(id);
      removal.end(removal.leaving().filter(({ task }) => task.id === id));
    },
    async remove(ids) {
      const gone = ids.flatMap((id) => tasks.get(id) ?? []);
      for (const id of ids) tasks.remove(id);
      const outcome = await removal.start(gone);
      if (outcome !== null) return outcome;
      // Another process may have adopted some tasks meanwhile.
      const ours = gone.filter((entry) => removal.leaving().includes(entry));
      removal.end(gone);
      for (const entry of ours) tasks.put(entry);
      return 'kept';
    },
    archive: async (gone) => (await removal.start(gone)) ?? 'kept',
    leaving: removal.leaving,
  };
}

/** The tasks of this process in memory. Every change is announced, and every change of a state is logged. */
interface TaskList {
  readonly onDidChange: Event<Task>;
  readonly onDidRemove: Event<string>;
  /** The newest run first, its tasks in the order of its requests. */
  readonly list: () => readonly TaskEntry[];
  /** The ids of the tasks in the order of `list`. Unlike the list, they stay the same when only tasks change. */
  readonly ids: () => readonly string[];
  readonly get: (id: string) => TaskEntry | undefined;
  /** Adds a task, or replaces the one with its id. */
  readonly put: (entry: TaskEntry) => void;
  /**
   * Adds all tasks to the list before it announces the first: a listener that lists thousands of tasks then does so
   * once.
   */
  readonly putNew: (added: readonly TaskEntry[]) => void;
  /** Announces the removal. Does nothing if the task is not in the list. */
  readonly remove: (id: string) => void;
}

function createTaskList(log: Log): TaskList {
  const entries = new Map<string, TaskEntry>();
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
  const putAll = (each: readonly TaskEntry[]): void => {
    for (const entry of each) entries.set(entry.task.id, entry);
    listed = null;
  };
  const sort = (): readonly TaskEntry[] => [...entries.values()].sort((a, b) => b.task.createdAt - a.task.createdAt);
  const ids = (): readonly string[] => (order ??= sort().map(({ task }) => task.id));
  return {
    onDidChange: changed.event,
    onDidRemove: removed.event,
    list: () => (listed ??= ids().flatMap((id) => entries.get(id) ?? [])),
    ids,
    get: (id) => entries.get(id),
    put(entry) {
      const before = entries.get(entry.task.id)?.task.state;
      putAll([entry]);
      if (before === undefined) order = null;
      announce(entry, before);
    },
    putNew(added) {
      putAll(added);
      order = null;
      for (const entry of added) if (entries.get(entry.task.id) === entry) announce(entry, undefined);
    },
    remove(id) {
      if (!entries.delete(id)) return;
      listed = null;
      order = null;
      notify(removed, id, id);
    },
  };
}

function describeState({ id, request, state, error, taskId }: Task, before: string | undefined): string {
  const label = [request.job, request.model ?? request.endpoint, taskId].filter((part) => part !== null).join(' ');
  const reason = error ? ` (${error.code}${error.message === '' ? '' : `: ${error.message}`})` : '';
  return `Task ${id} [${label}]: ${before === undefined ? '' : `${before} → `}${state}${reason}`;
}
