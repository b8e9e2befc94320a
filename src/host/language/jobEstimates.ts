import type { CostFacts } from '../../core/language/languageService.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import type { Estimator } from '../../engine.ts';
import type { RunEstimate } from '../commands/generate/runEstimate.ts';
import { formatAmount } from '../format.ts';
import { sandboxProfile } from '../ids.ts';
import type { L10n } from '../l10n.ts';

/** What each job of a file may cost, by its id; jobs of which nothing is known are left out, and the sandbox is free. */
export function estimateJobs(
  { profile, requests }: CostFacts,
  { selected, estimate }: { readonly selected: string; readonly estimate: Estimator },
): ReadonlyMap<string | null, RunEstimate> {
  if ((profile ?? selected) === sandboxProfile) return new Map();
  const estimates = [...groupBy(requests, ({ job }) => job)].map(
    ([job, own]): readonly [string | null, RunEstimate] => {
      const known = own.flatMap((request) => estimate(request) ?? []);
      const amountUsd = known.reduce((sum, each) => sum + each.amountUsd, 0);
      const samples = known.length === 0 ? 0 : Math.min(...known.map((each) => each.samples));
      return [job, { count: own.length, known: known.length, amountUsd, samples }];
    },
  );
  return new Map(estimates.filter(([, { known }]) => known > 0));
}

/** Short enough to stand above a job. */
export function describeJobEstimate({ count, known, amountUsd }: RunEstimate, l10n: L10n): string {
  const amount = formatAmount(amountUsd);
  return known === count
    ? l10n.t('about {amount}', { amount })
    : l10n.t('about {amount} for {known} of {count}', { amount, known, count });
}
