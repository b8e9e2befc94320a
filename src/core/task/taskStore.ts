import type { Clock } from '../support/clock.ts';
import { Emitter, type Event } from '../support/emitter.ts';
import { TakenOverError, type JournalPort } from './journalPort.ts';
import type { Log } from './ports.ts';
import type { Task } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import { isDurable, type JournalRecord, type TaskChange, type TaskSeed } from './taskEvent.ts';
import { createEntry, transition } from './transition.ts';
import { messageOf } from './watch.ts';

/** All tasks of this process. Every change goes through here: checked, journaled, announced, logged. */
export interface TaskStore {
  readonly onDidChange: Event<Task>;
  readonly onDidRemove: Event<string>;
  /** The newest run first, its tasks in the order of its requests. */
  list(): readonly TaskEntry[];
  get(id: string): TaskEntry | undefined;
  /** Throws when there is no such task. */
  entryOf(id: string): TaskEntry;
  /** New tasks are there at once; the promise resolves when they are in the journal, and rejects when that fails. */
  add(seeds: readonly { readonly id: string; readonly seed: TaskSeed }[]): Promise<void>;
  /** Takes tasks that are in the journal already. */
  adopt(entries: readonly TaskEntry[]): void;
  /**
   * The change is visible at once; the promise resolves when it is in the journal. A change that is not possible in
   * the task's state throws: the caller has missed something.
   */
  change(id: string, change: TaskChange): Promise<void>;
  /** The same where nothing would be gained by stopping when the journal can not be written: that is logged. */
  changeAnyway(id: string, change: TaskChange): Promise<void>;
  /** Takes a task out of the list, and forgets it. Answers whether it was this process's own to remove. */
  remove(id: string): Promise<boolean>;
  /** The same, but for the account of its day, which goes on counting it. */
  unlist(id: string): Promise<boolean>;
  /** What was taken out of the list and still counts. */
  unlisted(): readonly TaskEntry[];
  /** Takes out of the list what another process follows by now; the journal is its own. */
  forget(id: string): void;
}

export interface StorePorts {
  readonly journal: Pick<JournalPort, 'append'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createTaskStore({ journal, clock, log }: StorePorts): TaskStore {
  const entries = new Map<string, TaskEntry>();
  const unlisted = new Map<string, TaskEntry>();
  /** Asked for at every change of every task: kept until one changes, its order until one comes or goes. */
  let listed: readonly TaskEntry[] | null = null;
  let order: readonly string[] | null = null;
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();

  const put = (entry: TaskEntry): void => {
    const before = entries.get(entry.task.id)?.task.state;
    entries.set(entry.task.id, entry);
    listed = null;
    if (before === undefined) order = null;
    if (before !== entry.task.state) log.info(describeState(entry.task, before));
    try {
      changed.fire(entry.task);
    } catch (error) {
      // What a view makes of a change must not keep it out of the journal.
      log.error(`Task ${entry.task.id}: a listener failed: ${messageOf(error)}`);
    }
  };
  const drop = (id: string): void => {
    unlisted.delete(id);
    if (!entries.delete(id)) return;
    listed = null;
    order = null;
    removed.fire(id);
  };
  const list = (): readonly TaskEntry[] => {
    order ??= [...entries.values()].sort((a, b) => b.task.createdAt - a.task.createdAt).map(({ task }) => task.id);
    listed ??= order.map(entryOf);
    return listed;
  };
  const entryOf = (id: string): TaskEntry => {
    const entry = entries.get(id);
    if (!entry) throw new Error(`There is no task ${id}`);
    return entry;
  };
  const changeEntry = (id: string, change: TaskChange): { next: TaskEntry; records: readonly JournalRecord[] } => {
    const entry = entryOf(id);
    const event = { ...change, at: clock.now() };
    const next = transition(entry, event);
    if (!next) throw new Error(`Task ${id} is ${entry.task.state}: ${change.kind} is not possible`);
    return { next, records: isDurable(change) ? [{ v: 1, task: id, ...event }] : [] };
  };
  const apply = (id: string, change: TaskChange): readonly JournalRecord[] => {
    const { next, records } = changeEntry(id, change);
    put(next);
    return records;
  };
  /** Answers whether the tasks are this process's own still. */
  const appendAnyway = async (records: readonly JournalRecord[]): Promise<boolean> => {
    try {
      await journal.append(records);
      return true;
    } catch (error) {
      log.error(`The journal can not be written: ${String(error)}`);
      return !(error instanceof TakenOverError);
    }
  };
  return {
    onDidChange: changed.event,
    onDidRemove: removed.event,
    list,
    get: (id) => entries.get(id),
    entryOf,
    async add(seeds) {
      const at = clock.now();
      for (const { id, seed } of seeds) put(createEntry(id, at, seed));
      await journal.append(seeds.map(({ id, seed }) => ({ v: 1, task: id, at, kind: 'planned', seed })));
    },
    adopt(adopted) {
      for (const entry of adopted) {
        if (entry.isUnlisted) unlisted.set(entry.task.id, entry);
        else if (!entries.has(entry.task.id)) put(entry);
      }
    },
    async change(id, change) {
      await journal.append(apply(id, change));
    },
    async changeAnyway(id, change) {
      await appendAnyway(apply(id, change));
    },
    forget: drop,
    remove(id) {
      drop(id);
      return appendAnyway([{ v: 1, task: id, at: clock.now(), kind: 'removed' }]);
    },
    unlist(id) {
      const { next, records } = changeEntry(id, { kind: 'unlisted' });
      drop(id);
      unlisted.set(id, next);
      return appendAnyway(records);
    },
    unlisted: () => [...unlisted.values()],
  };
}

function describeState({ id, request, state, error, taskId }: Task, before: string | undefined): string {
  const label = [request.job, request.model ?? request.endpoint, taskId].filter((part) => part !== null).join(' ');
  const reason = error ? ` (${error.code}${error.message === '' ? '' : `: ${error.message}`})` : '';
  return `Task ${id} [${label}]: ${before === undefined ? '' : `${before} → `}${state}${reason}`;
}
