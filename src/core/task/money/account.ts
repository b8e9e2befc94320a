import { groupBy } from '../../support/groupBy.ts';
import { startOfDay } from '../../support/startOfDay.ts';
import type { JournalPort } from '../journalPort.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { taskStates } from '../model/taskStates.ts';
import { mayCost, type Charge, buildCharge, type Hash, type LedgerPort } from './charge.ts';
import { createPrices, type PriceOptions } from './estimate.ts';
import type { Prices } from './prices.ts';

/** What this user has spent on this machine, in all windows, at one moment. The sandbox is not included. */
export type Account = Pick<OpenAccount, 'estimate' | 'estimateModel' | 'spentOn' | 'sumOf'>;

/** Amounts in USD. */
export interface Spending {
  readonly totalUsd: number;
  /** The part of `totalUsd` for requests without a result, which may not have been charged. */
  readonly openUsd: number;
  /** The most expensive model first. A request without a model is listed by its endpoint. */
  readonly byModel: readonly ModelSpending[];
  /** Number of requests that are counted as an estimate, because their amount is unknown. */
  readonly estimatedCount: number;
  /** Whether some of these estimates are prices that the user has stated. */
  readonly hasStated: boolean;
  /** Number of requests that are counted as nothing, because there is no estimate either. */
  readonly unknownCount: number;
}

interface ModelSpending {
  readonly model: string;
  readonly totalUsd: number;
  readonly count: number;
}

/** An account together with the facts that budgets read. */
export type OpenAccount = ReturnType<typeof createAccount>;

/** `all` contains each task once. */
export function createAccount(all: readonly Charge[], options: PriceOptions) {
  const charges = all.filter(({ isSandbox }) => !isSandbox);
  const prices = createPrices(charges, options);
  return {
    ...prices,
    charges,
    /** What these charges have cost, in USD. A charge without amount and estimate counts as nothing. */
    sumOf: (isCounted: (charge: Charge) => boolean): number =>
      charges.filter(isCounted).reduce((sum, charge) => sum + charge.earlierUsd + (prices.usdOf(charge) ?? 0), 0),
    /** What was spent on the local calendar day of `now` (Unix ms). */
    spentOn: (now: number) => sumSpending(charges.filter(isSpentOn(now)), prices),
  };
}

export const emptyAccount: Account = createAccount([], { prices: {}, sha256: (text) => text });

/** Returns whether a charge of an ended task was made on the local calendar day of `now` (Unix ms). */
export function isOfDay(now: number): (charge: Pick<Charge, 'at'>) => boolean {
  const [start, end] = [startOfDay(now), startOfDay(now, 1)];
  return ({ at }) => at >= start && at < end;
}

function isSpentOn(now: number): (charge: Charge) => boolean {
  const isToday = isOfDay(now);
  return (charge) => {
    const { charge: kind, hasResult } = taskStates[charge.state];
    return isToday(charge) && kind !== 'unsettled' && (hasResult || mayCost(charge));
  };
}

function sumSpending(charges: readonly Charge[], { usdOf, estimateLike }: ReturnType<typeof createPrices>): Spending {
  const isEstimated = ({ amountUsd, doubtful }: Charge): boolean => amountUsd === null || doubtful > 0;
  const estimates = charges.filter(isEstimated).flatMap((charge) => estimateLike(charge) ?? []);
  const knownUsd = (charge: Charge): number | null => usdOf(charge) ?? charge.fallUsd ?? null;
  const sum = (some: readonly Charge[]): number =>
    some.reduce((usd, charge) => usd + charge.earlierUsd + (knownUsd(charge) ?? 0), 0);
  const unconfirmed = charges.filter(({ state, amountUsd }) => !taskStates[state].hasResult && amountUsd === null);
  const byModel = [...groupBy(charges, ({ model, endpoint }) => model ?? endpoint)].map(([model, own]) => ({
    model,
    totalUsd: sum(own),
    count: own.length,
  }));
  return {
    totalUsd: sum(charges),
    openUsd: sum(unconfirmed.map((charge) => ({ ...charge, earlierUsd: 0 }))),
    byModel: byModel.toSorted((one, other) => other.totalUsd - one.totalUsd),
    estimatedCount: estimates.length,
    hasStated: estimates.some(({ samples }) => samples === 0),
    unknownCount: charges.filter((charge) => knownUsd(charge) === null).length,
  };
}

export type AccountBook = ReturnType<typeof createAccountBook>;

interface BookServices {
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly ledger: Pick<LedgerPort, 'refresh' | 'charges'>;
  readonly settings: () => { readonly prices: Prices };
  readonly sha256: Hash;
  readonly store: { readonly list: () => readonly TaskEntry[]; readonly leaving: () => readonly TaskEntry[] };
}

/** Sums what the journals of all processes and the ledger contain. */
export function createAccountBook({ journal, ledger, settings, sha256, store }: BookServices) {
  // Only a few of thousands of tasks change between two looks, so charges are kept by entry.
  const known = new WeakMap<TaskEntry, Charge>();
  const chargeOf = (entry: TaskEntry): Charge => {
    const charge = known.get(entry) ?? buildCharge(entry, sha256);
    known.set(entry, charge);
    return charge;
  };
  let last: { readonly sources: readonly unknown[]; readonly account: OpenAccount } | undefined;
  return {
    /**
     * Reads what has changed. When it resolves, the tasks of this process are unchanged since the account was computed.
     * Rejects when a record cannot be read. The same object as long as nothing changes.
     */
    async read(): Promise<OpenAccount> {
      // A task may change hands or leave the journal during the read. Then it is in this list.
      const before = store.list();
      // The ledger is read last, because a task is in the ledger before it leaves the journal.
      const foreign = await journal.readForeign();
      await ledger.refresh();
      const { prices } = settings();
      // The same prices may be another object.
      const stated = JSON.stringify(prices);
      const sources = [ledger.charges(), before, foreign, store.leaving(), store.list(), stated] as const;
      if (last && sources.every((each, at) => each === last?.sources[at])) return last.account;
      const [archived, earlier, others, leaving, own] = sources;
      // If several sources hold a task, the last source in this list is the newest.
      const listed = [...earlier, ...others.map(({ entry }) => entry), ...leaving, ...own].map(chargeOf);
      const all = new Map([...archived, ...listed].map((charge) => [charge.task, charge]));
      const account = createAccount([...all.values()], { prices, sha256 });
      last = { sources, account };
      return account;
    },
  };
}
