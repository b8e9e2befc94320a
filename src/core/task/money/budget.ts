/** What a request counts in a budget. */
export interface BudgetItem {
  /** In flight, its amount not known yet: `amountUsd` is its estimate then, and null where there is none. */
  readonly isUnsettled: boolean;
  readonly amountUsd: number | null;
}

/** `now`: send it. `later`: what is in flight has no known price. `never`: it would exceed the limit. */
export type BudgetVerdict = 'now' | 'later' | 'never';

export interface BudgetAnswer {
  readonly verdict: BudgetVerdict;
  /** With this request at least 80 % of the limit are used. */
  readonly isNear: boolean;
  /** What is spent and in flight already. */
  readonly usedUsd: number;
}

/** What a limit counts: a run, its part of one job file, one job of that part, or the local calendar day. */
export type BudgetScope = 'run' | 'file' | 'job' | 'day';

/** A budget of which 80 % are used. */
export interface BudgetNews {
  readonly scope: BudgetScope;
  readonly limitUsd: number;
  readonly usedUsd: number;
  readonly jobFile: string;
}

const nearShare = 0.8;
/** Sums of prices carry the dust of binary fractions. */
const dustUsd = 1e-9;

/**
 * Whether a request may be sent under a limit. What is in flight counts by its estimate. Without one, for the request or
 * for anything in flight, requests go one at a time, so that the limit is exceeded by one request at most.
 */
export function decideBudget(
  limitUsd: number,
  { items, estimateUsd }: { readonly items: readonly BudgetItem[]; readonly estimateUsd: number | null },
): BudgetAnswer {
  const usedUsd = items.reduce((sum, { amountUsd }) => sum + (amountUsd ?? 0), 0);
  const totalUsd = usedUsd + (estimateUsd ?? 0);
  const isNear = totalUsd >= limitUsd * nearShare - dustUsd;
  const answer = (verdict: BudgetVerdict): BudgetAnswer => ({ verdict, isNear, usedUsd });
  const isUsedUp = estimateUsd === null && usedUsd >= limitUsd - dustUsd;
  if (isUsedUp || totalUsd > limitUsd + dustUsd) return answer('never');
  const unsettled = items.filter(({ isUnsettled }) => isUnsettled);
  const isUnclear =
    unsettled.some(({ amountUsd }) => amountUsd === null) || (estimateUsd === null && unsettled.length > 0);
  return answer(isUnclear ? 'later' : 'now');
}
