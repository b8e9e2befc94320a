import type { Charge, LedgerRecord } from './charge.ts';

/**
 * The durable archive of what the journal forgets, shared by all processes of a user: budgets, estimates and spending
 * count journal and ledger, and nothing else.
 */
export interface LedgerPort {
  /** Resolves when the records are on disk and among `charges`. Rejects when they cannot be written. */
  append(records: readonly LedgerRecord[]): Promise<void>;
  /** Reads what other processes have appended. Rejects when that cannot be read: a budget must not miss it. */
  refresh(): Promise<void>;
  /** The charges of the last months, each task once, as far as they were read. The same array while nothing changes. */
  charges(): readonly Charge[];
  /** Whether a task in the ledger saved a file with this content hash. */
  hasArtifact(sha256: string): Promise<boolean>;
}
