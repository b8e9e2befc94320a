import type { Clock } from '../support/clock.ts';
import { Emitter, type Event } from '../support/emitter.ts';
import { TakenOverError, type JournalPort } from './journalPort.ts';
import { buildLedgerRecord } from './money/charge.ts';
import type { LedgerPort } from './money/ledgerPort.ts';
import type { Log } from './ports.ts';
import type { Task, TaskState } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import { isDurable, type JournalRecord, type TaskChange, type TaskEvent, type TaskSeed } from './taskEvent.ts';
import { createEntry, transition } from './transition.ts';
import { messageOf } from './watch.ts';

/** All tasks of this process. Every change goes through here: checked, journaled, announced, logged. */
export interface TaskStore {
  readonly onDidChange: Event<Task>;
  readonly onDidRemove: Event<string>;
  /** The newest run first, its tasks in the order of its requests. */
  list(): readonly TaskEntry[];
  get(id: string): TaskEntry | undefined;
  /** Also for a task that another process has, while its response is awaited. Throws when there is no such task. */
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
  /**
   * The same where nothing would be gained by stopping when the journal cannot be written: that is logged. Resolves to
   * whether the change is in the journal, so that nothing is cleaned up before.
   */
  changeAnyway(id: string, change: TaskChange): Promise<boolean>;
  /**
   * Takes tasks out of the list, and forgets all of them but what they have cost: that is in the ledger before they leave
   * the journal.
   */
  remove(ids: readonly string[]): Promise<Removal>;
  /** The same for tasks that are in the journal, and not in the list. */
  archive(entries: readonly TaskEntry[]): Promise<Removal>;
  /** Tasks out of the list that the ledger does not have yet. The same array while nothing changes. */
  leaving(): readonly TaskEntry[];
  /**
   * Takes out of the list what another process follows by now; the journal is its own. A task that was being sent can still
   * be changed until its response is there, which the journal keeps for the other process.
   */
  forget(id: string): void;
}

/**
 * `kept`: tasks stay in a journal, that of another process, which has adopted them, or, back in the list, in that of this
 * one, because the ledger could not be written. `owed`: the journal forgets them as soon as it can be written.
 */
export type Removal = 'removed' | 'owed' | 'kept';

export interface StorePorts {
  readonly journal: Pick<JournalPort, 'append'>;
  readonly ledger: Pick<LedgerPort, 'append'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createTaskStore({ journal, ledger, clock, log }: StorePorts): TaskStore {
  const entries = new Map<string, TaskEntry>();
  /** Tasks of other processes whose request this one has sent. */
  const lost = new Map<string, TaskEntry>();
  let leaving: readonly TaskEntry[] = [];
  /** Asked for at every change of every task: kept until one changes, its order until one comes or goes. */
  let listed: readonly TaskEntry[] | null = null;
  let order: readonly string[] | null = null;
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();

  const announce = (entry: TaskEntry, before: TaskState | undefined): void => {
    if (before !== entry.task.state) log.info(describeState(entry.task, before));
    try {
      changed.fire(entry.task);
    } catch (error) {
      // What a view makes of a change must not keep it out of the journal.
      log.error(`Task ${entry.task.id}: a listener failed: ${messageOf(error)}`);
    }
  };
  const put = (entry: TaskEntry): void => {
    const before = entries.get(entry.task.id)?.task.state;
    entries.set(entry.task.id, entry);
    listed = null;
    if (before === undefined) order = null;
    announce(entry, before);
  };
  /** All of them are in the list before the first is announced: a listener that lists thousands of tasks does so once. */
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
    removed.fire(id);
  };
  const list = (): readonly TaskEntry[] => {
    order ??= [...entries.values()].sort((a, b) => b.task.createdAt - a.task.createdAt).map(({ task }) => task.id);
    listed ??= order.map(entryOf);
    return listed;
  };
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
  /** `lost`: another process has the tasks by now. */
  const appendAnyway = async (records: readonly JournalRecord[]): Promise<'written' | 'owed' | 'lost'> => {
    try {
      await journal.append(records);
      return 'written';
    } catch (error) {
      log.error(`The journal cannot be written: ${String(error)}`);
      return error instanceof TakenOverError ? 'lost' : 'owed';
    }
  };
  /** Resolves to false when the ledger cannot be written. The tasks are among `leaving` from now on. */
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
  /** One append for each task, or one that another process has adopted would keep the others in the journal. */
  const removeFromJournal = async (gone: readonly TaskEntry[]): Promise<Removal> => {
    const at = clock.now();
    // Another process may have adopted some while the ledger was written.
    const ours = gone.filter((entry) => leaving.includes(entry));
    const removals = ours.map(({ task }) => appendAnyway([{ v: 1, task: task.id, at, kind: 'removed' }]));
    const answers = await Promise.all(removals);
    endLeaving(ours);
    if (ours.length < gone.length || answers.includes('lost')) return 'kept';
    return answers.includes('owed') ? 'owed' : 'removed';
  };
  return {
    onDidChange: changed.event,
    onDidRemove: removed.event,
    list,
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
