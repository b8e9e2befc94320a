import { Emitter, type Event } from '../support/emitter.ts';
import { messageOf } from '../support/text/redact.ts';
import type { Task, TaskState } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { Log } from './ports.ts';

/** The tasks of this process in memory. Every change is announced, and every change of a state is logged. */
export interface TaskList {
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

export function createTaskList(log: Log): TaskList {
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
