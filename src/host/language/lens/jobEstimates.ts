import type { EstimatedBody } from '../../../core/jobFile/build/listBodies.ts';
import { groupBy } from '../../../core/support/groupBy.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import { sumEstimates, type RunEstimate } from '../../../core/task/money/estimate.ts';
import type { Estimator } from '../../../engine/index.ts';
import { formatAmount } from '../../format.ts';
import type { L10n } from '../../l10n.ts';

/** Estimates the jobs of a file, by id. Jobs without an estimate are left out. The sandbox is free. */
export function estimateJobs(
  requests: readonly EstimatedBody[],
  { profile, estimate }: { readonly profile: string; readonly estimate: Estimator },
): ReadonlyMap<string | null, RunEstimate> {
  if (profile === sandboxProfile) return new Map();
  const estimates = [...groupBy(requests, ({ job }) => job)].map(
    ([job, own]): readonly [string | null, RunEstimate] => [
      job,
      sumEstimates(own.map((request) => estimate(request, profile))),
    ],
  );
  return new Map(estimates.filter(([, { known }]) => known > 0));
}

/** Short enough for the line above a job. */
export function describeJobEstimate({ count, known, amountUsd, samples }: RunEstimate, l10n: L10n): string {
  const amount = formatAmount(amountUsd);
  if (known < count) return l10n.t('about {amount} for {known} of {count}', { amount, known, count });
  return samples === 1
    ? l10n.t('about {amount}, from 1 result', { amount })
    : l10n.t('about {amount}, from {samples} results', { amount, samples });
}

/** The command above a job. It names the profile if that is not the one that the user has selected. */
export function describeGenerate(otherProfile: string | null, l10n: L10n): string {
  return otherProfile === null ? l10n.t('Generate') : l10n.t('Generate with {profile}', { profile: otherProfile });
}
