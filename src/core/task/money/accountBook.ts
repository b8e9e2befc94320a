import type { JournalPort } from '../journalPort.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import type { TaskStore } from '../taskStore.ts';
import { createAccount, type OpenAccount } from './account.ts';
import { buildCharge, type Charge } from './charge.ts';
import type { LedgerPort } from './ledgerPort.ts';

/** Sums what the journals of all processes and the ledger contain. */
export interface AccountBook {
  /**
   * Reads what has changed. When it resolves, the tasks of this process are unchanged since the account was computed.
   * Rejects when a record cannot be read. The same object as long as nothing changes.
   */
  read(): Promise<OpenAccount>;
}

export interface BookServices {
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly ledger: Pick<LedgerPort, 'refresh' | 'charges'>;
  readonly store: Pick<TaskStore, 'list' | 'leaving'>;
}

export function createAccountBook({ journal, ledger, store }: BookServices): AccountBook {
  // Only a few of thousands of tasks change between two looks, so charges are kept by entry.
  const known = new WeakMap<TaskEntry, Charge>();
  const chargeOf = (entry: TaskEntry): Charge => {
    const charge = known.get(entry) ?? buildCharge(entry);
    known.set(entry, charge);
    return charge;
  };
  let last: { readonly sources: readonly unknown[]; readonly account: OpenAccount } | undefined;
  return {
    async read() {
      // A task may change hands or leave the journal during the read. Then it is in this list.
      const before = store.list();
      // The ledger is read last, because a task is in the ledger before it leaves the journal.
      const foreign = await journal.readForeign();
      await ledger.refresh();
      const sources = [ledger.charges(), before, foreign, store.leaving(), store.list()] as const;
      if (last && sources.every((each, at) => each === last?.sources[at])) return last.account;
      const [archived, earlier, others, leaving, own] = sources;
      // If several sources hold a task, the last source in this list is the newest.
      const charges = [
        ...archived,
        ...earlier.map(chargeOf),
        ...others.map(({ entry }) => chargeOf(entry)),
        ...leaving.map(chargeOf),
        ...own.map(chargeOf),
      ];
      const account = createAccount([...new Map(charges.map((charge) => [charge.task, charge])).values()]);
      last = { sources, account };
      return account;
    },
  };
}
