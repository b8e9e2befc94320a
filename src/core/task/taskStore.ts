import type { Clock } from '../support/clock.ts';
import { TaskLostError, type JournalPort } from './journalPort.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { JournalRecord, TaskChange, TaskEvent, TaskSeed } from './model/taskEvent.ts';
import { createEntry, isDurable, transition } from './model/transition.ts';
import type { LedgerPort } from './money/charge.ts';
import type { Log } from './ports.ts';
import { createTaskList, type TaskList } from './taskList.ts';
import { createTaskRemoval, type Appended, type Removal } from './taskRemoval.ts';

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

interface StorePorts {
  readonly journal: Pick<JournalPort, 'append'>;
  readonly ledger: Pick<LedgerPort, 'append'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createTaskStore({ journal, ledger, clock, log }: StorePorts): TaskStore {
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
