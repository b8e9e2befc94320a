import type { Charge, LedgerRecord } from './charge.ts';

/**
 * The durable archive of tasks that have left the journal, shared by all processes of a user. Budgets, estimates and
 * spending use only the journal and the ledger.
 */
export interface LedgerPort {
  /** Resolves when the records are on disk and among `charges`. Rejects when they cannot be written. */
  append(records: readonly LedgerRecord[]): Promise<void>;
  /** Reads what other processes have appended. Rejects when that cannot be read, because a budget must not miss it. */
  refresh(): Promise<void>;
  /**
   * The charges of the last months that were read so far, each task once. The same array as long as nothing changes.
   */
  charges(): readonly Charge[];
  /** Whether a task in the ledger saved a file with this content hash. */
  hasArtifact(sha256: string): Promise<boolean>;
}
