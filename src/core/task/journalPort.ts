import type { JournalRecord } from './taskEvent.ts';

/** The durable record of tasks, as far as the task engine knows it. */
export interface JournalPort {
  /** Resolves when the records are on disk; rejects when they can not be written. */
  append(records: readonly JournalRecord[]): Promise<void>;
  /**
   * Takes over the tasks that no living process follows, of the job files that are wanted. Answers their records, in
   * order; from now on they are this process's own.
   */
  adopt(isWanted: (jobFile: string) => boolean): Promise<JournalContent>;
  /** What other processes have written, or left behind; reads only. */
  readForeign(): Promise<JournalContent>;
}

/** Records in the order in which they were written. */
export type JournalContent = readonly JournalLine[];

/** A line that can not be read is isolated: it says nothing, but it is known to be there. */
export type JournalLine = { readonly kind: 'record'; readonly record: JournalRecord } | { readonly kind: 'damaged' };
