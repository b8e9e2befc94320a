import type { Task, TaskState } from '../../core/task/task.ts';
import { groupBy } from '../../core/support/groupBy.ts';

/** Amounts in USD. A sum without a single known amount is 0, and `unknownCount` says how sure that is. */
export interface Spending {
  readonly totalUsd: number;
  readonly byModel: readonly { readonly model: string; readonly totalUsd: number; readonly count: number }[];
  /** Tasks with a result whose amount the gateway did not say. */
  readonly unknownCount: number;
}

/** What the tasks that ended since `since` (Unix ms) have cost, dearest model first. The sandbox is free. */
export function sumSpending(tasks: readonly Task[], since: number): Spending {
  const charged = tasks.filter(
    ({ isSandbox, endedAt, state, amountUsd }) =>
      !isSandbox && endedAt !== null && endedAt >= since && (amountUsd !== null || hasResult(state)),
  );
  const byModel = [...groupBy(charged, ({ request }) => request.model ?? request.endpoint)].map(([model, own]) => ({
    model,
    totalUsd: own.reduce((sum, { amountUsd }) => sum + (amountUsd ?? 0), 0),
    count: own.length,
  }));
  return {
    totalUsd: byModel.reduce((sum, { totalUsd }) => sum + totalUsd, 0),
    byModel: byModel.sort((one, other) => other.totalUsd - one.totalUsd),
    unknownCount: charged.filter(({ amountUsd }) => amountUsd === null).length,
  };
}

/** Such a task was charged, whether or not the gateway has said how much. */
function hasResult(state: TaskState): boolean {
  return state === 'saved' || state === 'unsaved';
}

/** The first moment of the local calendar day. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}
