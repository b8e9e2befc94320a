import type { Disposable } from '../support/disposable.ts';
import type { Event } from '../support/emitter.ts';
import type { Holder } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { JournalRecord } from './taskEvent.ts';
import type { TaskProgress } from './taskProgress.ts';

/** The durable record of tasks, as far as the task engine knows it. */
export interface JournalPort extends Disposable {
  /**
   * Resolves when the records are on disk and their tasks are known to be this process's own still. Rejects with a
   * TakenOverError when another process follows their tasks by now; the response to a request is on disk for that process
   * then. Rejects with another error when the records cannot be written now: then they are owed, and written before
   * anything newer as soon as the disk allows it.
   */
  append(records: readonly JournalRecord[]): Promise<void>;
  /**
   * Asks, before something is written elsewhere than in the journal, whether another process has taken over meanwhile.
   * What it has is told by `onDidLose` before this resolves. Writes what is owed, and resolves to whether all records are
   * known to be on disk in a journal of this process. Never rejects.
   */
  confirm(): Promise<boolean>;
  /** Fires with the ids of tasks that another process has taken over, before the append that found out rejects. */
  readonly onDidLose: Event<readonly string[]>;
  /**
   * Responses for tasks of this process that were read by processes which had the tasks before. See `append`. Those that
   * cannot be read now are left for the next call. Never rejects.
   */
  readLate(): Promise<readonly LateResponse[]>;
  /**
   * Adopts the tasks that no living process watches, of the job files that are wanted, and returns them: from now on they
   * are this process's own.
   */
  adopt(isWanted: (jobFile: string) => boolean): Promise<readonly JournalTask[]>;
  /** The tasks of other processes, and those that no process watches; reads only. The same array while nothing changes. */
  readForeign(): Promise<readonly ForeignTask[]>;
  /** Calls when other processes have written; null where nobody can tell, or nothing is there yet. */
  watchForeign(changed: () => void): Disposable | null;
  /**
   * Tells other processes how far the tasks of this one are. `read` answers all of which there is something to tell; it is
   * called when the time has come, once for many changes.
   */
  shareProgress(read: () => readonly TaskProgress[]): void;
}

/** What a process has read for a task that another one had adopted by then. */
export interface LateResponse {
  /** Those of the task as its former process knew it, with the response at the end. */
  readonly records: readonly JournalRecord[];
  /** Call it when the journal has the response. Never rejects. */
  remove(): Promise<void>;
}

/** A task as the journal has it. */
export interface JournalTask {
  readonly entry: TaskEntry;
  /** One of its lines cannot be read, so that what comes after may not follow from what came before. */
  readonly hasGap: boolean;
  /** The user has taken it out of the list: it is here only for what it has cost. */
  readonly isUnlisted: boolean;
}

/** A task that this process does not have. */
export interface ForeignTask extends JournalTask {
  readonly holder: Holder;
}

/** The tasks that are in the list. */
export function listedEntries(tasks: readonly JournalTask[]): readonly TaskEntry[] {
  return tasks.flatMap(({ entry, isUnlisted }) => (isUnlisted ? [] : [entry]));
}

/** This process was away for so long that another one took its tasks for left behind. Nothing may be done for them here. */
export class TakenOverError extends Error {
  constructor() {
    super('Another window has taken over this task');
    this.name = 'TakenOverError';
  }
}
