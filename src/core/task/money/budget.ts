/** What a request contributes to a budget. */
export interface BudgetItem {
  /** The request is in flight and its amount is unknown. `amountUsd` is then its estimate, or null without one. */
  readonly isUnsettled: boolean;
  readonly amountUsd: number | null;
}

/**
 * `now`: send the request. `later`: the price of a request in flight is unknown. `never`: the request would exceed the
 * limit.
 */
export type BudgetTiming = 'now' | 'later' | 'never';

export interface BudgetDecision {
  readonly timing: BudgetTiming;
  /** At least 80 % of the limit are used, including this request. */
  readonly isNear: boolean;
  /** The sum of what is spent and in flight. */
  readonly usedUsd: number;
}

/** What a limit applies to: a run, its part for one job file, one job of that part, or the local calendar day. */
export type BudgetScope = 'run' | 'file' | 'job' | 'day';

/** A budget of which at least 80 % are used. */
export interface NearBudget {
  readonly scope: BudgetScope;
  readonly limitUsd: number;
  readonly usedUsd: number;
  readonly jobFile: string;
}

const nearShare = 0.8;
/** Tolerance for sums of prices, which are not exact as binary fractions. */
const dustUsd = 1e-9;

/**
 * Decides whether a request may be sent under a limit. Requests in flight count at their estimates. If this request or
 * one in flight has no estimate, requests are sent one at a time, so that the limit is exceeded by one request at most.
 */
export function decideBudget(
  limitUsd: number,
  { items, estimateUsd }: { readonly items: readonly BudgetItem[]; readonly estimateUsd: number | null },
): BudgetDecision {
  const usedUsd = items.reduce((sum, { amountUsd }) => sum + (amountUsd ?? 0), 0);
  const totalUsd = usedUsd + (estimateUsd ?? 0);
  const isNear = totalUsd >= limitUsd * nearShare - dustUsd;
  const decide = (timing: BudgetTiming): BudgetDecision => ({ timing, isNear, usedUsd });
  const isUsedUp = estimateUsd === null && usedUsd >= limitUsd - dustUsd;
  if (isUsedUp || totalUsd > limitUsd + dustUsd) return decide('never');
  const unsettled = items.filter(({ isUnsettled }) => isUnsettled);
  const isUnclear =
    unsettled.some(({ amountUsd }) => amountUsd === null) || (estimateUsd === null && unsettled.length > 0);
  return decide(isUnclear ? 'later' : 'now');
}
