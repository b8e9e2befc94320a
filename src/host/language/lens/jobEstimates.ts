import type { EstimatedBody } from '../../../core/jobFile/requests/buildBody.ts';
import { groupBy } from '../../../core/support/groupBy.ts';
import { sandboxProfile } from '../../../core/task/gatewayPort.ts';
import { sumEstimates, type RunEstimate } from '../../../core/task/money/estimate.ts';
import type { Estimator } from '../../../engine/index.ts';
import { formatAmount } from '../../ui/format.ts';
import { l10n } from '../../ui/l10n.ts';

/** By id of the job. */
type JobEstimates = ReadonlyMap<string | null, RunEstimate>;

/** What the estimates depend on in addition to the requests. */
interface EstimateBasis {
  readonly profile: string;
  readonly estimate: Estimator;
}

/** Estimates the jobs of a file, by id. Jobs without an estimate are left out. The sandbox is free. */
export function estimateJobs(requests: readonly EstimatedBody[], { profile, estimate }: EstimateBasis): JobEstimates {
  if (profile === sandboxProfile) return new Map();
  const estimates = [...groupBy(requests, ({ job }) => job)].map(
    ([job, own]): readonly [string | null, RunEstimate] => [
      job,
      sumEstimates(own.map((request) => estimate(request, profile))),
    ],
  );
  return new Map(estimates.filter(([, { known }]) => known > 0));
}

/** Remembers the estimates of each version of a file, because the lenses are drawn each second while a job runs. */
export function createFileEstimator(): typeof estimateJobs {
  const known = new WeakMap<object, EstimateBasis & { readonly estimates: JobEstimates }>();
  return (requests, { profile, estimate }) => {
    const before = known.get(requests);
    if (before?.profile === profile && before.estimate === estimate) return before.estimates;
    const estimates = estimateJobs(requests, { profile, estimate });
    known.set(requests, { profile, estimate, estimates });
    return estimates;
  };
}

/** Short enough for the line above a job. */
export function describeJobEstimate({ count, known, amountUsd, samples }: RunEstimate): string {
  const amount = formatAmount(amountUsd);
  if (known < count) return l10n.t('about {amount} for {known} of {count}', { amount, known, count });
  return samples === 1
    ? l10n.t('about {amount}, from 1 result', { amount })
    : l10n.t('about {amount}, from {samples} results', { amount, samples });
}

/** The command above a job. It names the profile if that is not the one that the user has selected. */
export function describeGenerate(otherProfile: string | null): string {
  return otherProfile === null ? l10n.t('Generate') : l10n.t('Generate with {profile}', { profile: otherProfile });
}
