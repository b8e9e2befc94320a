import type { Disposable } from '../support/disposable.ts';
import type { Event } from '../support/emitter.ts';
import type { Holder, Task } from './model/task.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { JournalRecord } from './model/taskEvent.ts';
import { isPolled, type PolledState } from './model/taskStates.ts';

/** The durable record of tasks, as far as the task engine uses it. */
export interface JournalPort extends Disposable {
  /**
   * Resolves when the records are on disk and their tasks are known to be still this process's own. Rejects with a
   * TaskLostError when another process has adopted their tasks. The response to a request is then on disk for that
   * process. Rejects with another error when the records cannot be written now. They are then owed, and written before
   * anything newer as soon as the disk allows it.
   */
  append(records: readonly JournalRecord[]): Promise<void>;
  /**
   * Checks whether another process has adopted tasks of this one. Called before something is written outside the
   * journal. `onDidLose` fires for the lost tasks before this resolves. Writes the owed records, and resolves to
   * whether all records are known to be on disk in a journal of this process. Never rejects.
   */
  confirm(): Promise<boolean>;
  /** Writes whatever waits for the disk, also for other processes. Never rejects. */
  flush(): Promise<void>;
  /** Fires with the ids of tasks that this process must not continue, before the `append` that detected it rejects. */
  readonly onDidLose: Event<readonly string[]>;
  /**
   * Returns responses for tasks of this process that their former processes have read. See `append`. Responses that
   * cannot be read now are left for the next call. Never rejects.
   */
  readLate(): Promise<readonly LateResponse[]>;
  /** Adopts and returns the tasks of wanted job files that no living process watches. */
  adopt(isWanted: (jobFile: string) => boolean): Promise<readonly JournalTask[]>;
  /**
   * Returns the tasks that this process does not have, without adopting any. The same array as long as nothing changes.
   * Rejects when a journal cannot be read, because a task that is missing would be paid for again.
   */
  readForeign(): Promise<readonly ForeignTask[]>;
  /** Calls `changed` when other processes have written. Returns null if the folder cannot be watched yet. */
  watchForeign(changed: () => void): Disposable | null;
  /** Shares the progress of all tasks that have any. `read` is called later, once for many changes. */
  shareProgress(read: () => readonly TaskProgress[]): void;
}

/** A response that a process has read for a task after another process had adopted it. */
export interface LateResponse {
  /** The task's records as its former process knew them, with the response at the end. */
  readonly records: readonly JournalRecord[];
  /** Deletes the response. Call it when the journal contains the response. Never rejects. */
  remove(): Promise<void>;
}

export interface JournalTask {
  readonly entry: TaskEntry;
  /** One of the task's lines cannot be read, so a later line may not follow from an earlier one. */
  readonly hasGap: boolean;
}

/** A task that this process does not have. */
export interface ForeignTask extends JournalTask {
  readonly holder: Holder;
}

/** Returns the tasks that this process does not have. Rejects like `readForeign`. */
export async function readForeignEntries(journal: Pick<JournalPort, 'readForeign'>): Promise<readonly TaskEntry[]> {
  return (await journal.readForeign()).map(({ entry }) => entry);
}

/** This process was suspended for so long that another one has adopted its tasks, and must not continue them. */
export class TaskLostError extends Error {
  constructor() {
    super('Another window has adopted this task');
    this.name = 'TaskLostError';
  }
}

/** What the last poll of a task returned, for other windows. Not in the journal: the next poll returns it again. */
export interface TaskProgress extends Pick<Task, 'progress' | 'statusWord' | 'error'> {
  readonly task: string;
  readonly state: PolledState;
}

/** Returns null if the polls have returned nothing that is not in the journal. */
export function buildTaskProgress({ id, state, progress, statusWord, error }: Task): TaskProgress | null {
  if (!isPolled(state)) return null;
  if (state === 'pending' && progress === null && error === null) return null;
  return { task: id, state, progress, statusWord, error };
}

/** Returns the task with the progress that its own window has written, unless the journal has a later state. */
export function withTaskProgress(task: Task, { state, progress, statusWord, error }: TaskProgress): Task {
  return isPolled(task.state) ? { ...task, state, progress, statusWord, error } : task;
}
