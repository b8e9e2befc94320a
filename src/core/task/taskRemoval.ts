import type { Clock } from '../support/clock.ts';
import { messageOf } from '../support/text/redact.ts';
import type { TaskEntry } from './model/taskEntry.ts';
import type { JournalRecord } from './model/taskEvent.ts';
import { buildLedgerRecord, type LedgerPort } from './money/charge.ts';
import type { Log } from './ports.ts';

/**
 * `kept`: tasks stay in a journal, because another process has adopted them or the ledger cannot be written. `owed`: the
 * journal removes them as soon as it can be written.
 */
export type Removal = 'removed' | 'owed' | 'kept';

/** `lost`: another process has adopted the tasks. `owed`: the journal cannot be written. */
export type Appended = 'written' | 'owed' | 'lost';

interface RemovalPorts {
  readonly append: (records: readonly JournalRecord[]) => Promise<Appended>;
  readonly ledger: Pick<LedgerPort, 'append'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Removes tasks from the journal after it has written their cost to the ledger. */
interface TaskRemoval {
  /**
   * Resolves to null if the ledger cannot be written. In that case the removal has not ended: the tasks remain in
   * `leaving`, where their cost is counted.
   */
  start(gone: readonly TaskEntry[]): Promise<Removal | null>;
  /** Removes tasks from `leaving`, whether or not they have left the journal. */
  readonly end: (gone: readonly TaskEntry[]) => void;
  /** Tasks whose removal has not ended. The same array as long as nothing changes. */
  readonly leaving: () => readonly TaskEntry[];
}

export function createTaskRemoval({ append, ledger, clock, log }: RemovalPorts): TaskRemoval {
  let leaving: readonly TaskEntry[] = [];

  const end = (gone: readonly TaskEntry[]): void => {
    leaving = leaving.filter((entry) => !gone.includes(entry));
  };
  const keepCharges = async (gone: readonly TaskEntry[]): Promise<boolean> => {
    try {
      await ledger.append(gone.flatMap((entry) => buildLedgerRecord(entry) ?? []));
      return true;
    } catch (error) {
      log.error(`The ledger cannot be written: ${messageOf(error)}`);
      return false;
    }
  };
  /**
   * Makes one append for each task: in a common append, a task that another process has adopted would keep the others
   * in the journal.
   */
  const removeFromJournal = async (gone: readonly TaskEntry[]): Promise<Removal> => {
    const at = clock.now();
    // Another process may have adopted some tasks while the ledger was written.
    const ours = gone.filter((entry) => leaving.includes(entry));
    const removed = await Promise.all(ours.map(({ task }) => append([{ v: 1, task: task.id, at, kind: 'removed' }])));
    end(ours);
    if (ours.length < gone.length || removed.includes('lost')) return 'kept';
    return removed.includes('owed') ? 'owed' : 'removed';
  };
  return {
    async start(gone) {
      if (gone.length === 0) return 'removed';
      leaving = [...leaving, ...gone];
      return (await keepCharges(gone)) ? removeFromJournal(gone) : null;
    },
    end,
    leaving: () => leaving,
  };
}
