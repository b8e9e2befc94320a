import type { Disposable } from '../support/disposable.ts';
import type { Event } from '../support/emitter.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { JournalRecord } from './taskEvent.ts';

/** The durable record of tasks, as far as the task engine knows it. */
export interface JournalPort extends Disposable {
  /**
   * Resolves when the records are on disk and their tasks are known to be this process's own still; rejects when they can
   * not be written, and with a TakenOverError when another process follows their tasks by now.
   */
  append(records: readonly JournalRecord[]): Promise<void>;
  /** Fires with the ids of tasks that another process has taken over, before the append that found out rejects. */
  readonly onDidLose: Event<readonly string[]>;
  /**
   * Takes over the tasks that no living process follows, of the job files that are wanted. Answers their records, in
   * order; from now on they are this process's own.
   */
  adopt(isWanted: (jobFile: string) => boolean): Promise<JournalContent>;
  /** The tasks of other processes, and those that nobody follows; reads only. */
  readForeign(): Promise<readonly TaskEntry[]>;
}

/** This process was away for so long that another one took its tasks for left behind. Nothing may be done for them here. */
export class TakenOverError extends Error {
  constructor() {
    super('Another window has taken over this task');
    this.name = 'TakenOverError';
  }
}

/** Records in the order in which they were written. */
export type JournalContent = readonly JournalLine[];

/** A line that can not be read is isolated: it says nothing, but it is known to be there, and whose it may be. */
export type JournalLine =
  { readonly kind: 'record'; readonly record: JournalRecord } | { readonly kind: 'damaged'; readonly task: string };
