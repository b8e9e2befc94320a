import type { L10n } from '../../l10n.ts';
import { formatAmount } from '../../format.ts';
import type { Candidate } from './generatePorts.ts';

/** What a run may cost: the sum of what is known of its requests. */
export interface RunEstimate {
  /** How many requests somebody has to pay for. */
  readonly count: number;
  /** For how many of them there is an estimate. */
  readonly known: number;
  readonly amountUsd: number;
  /** The smallest number of earlier results that one of the estimates rests on; 0 without any. */
  readonly samples: number;
}

/** The sandbox is free, so its requests do not count. */
export function sumEstimates(candidates: readonly Pick<Candidate, 'jobFile' | 'estimate'>[]): RunEstimate {
  const charged = candidates.filter(({ jobFile }) => !jobFile.gateway.isSandbox);
  const known = charged.flatMap(({ estimate }) => estimate ?? []);
  return {
    count: charged.length,
    known: known.length,
    amountUsd: known.reduce((sum, { amountUsd }) => sum + amountUsd, 0),
    samples: known.length === 0 ? 0 : Math.min(...known.map(({ samples }) => samples)),
  };
}

/** A sentence that says how sure it is. */
export function describeEstimate({ count, known, amountUsd, samples }: RunEstimate, l10n: L10n): string {
  if (count === 0) return l10n.t('The sandbox is free.');
  if (known === 0) return l10n.t('There is no estimate yet, since you have made nothing like it before.');
  const amount = formatAmount(amountUsd);
  if (known < count) {
    return l10n.t('Estimate for {known} of {count} requests: {amount}. You have made nothing like the others before.', {
      known,
      count,
      amount,
    });
  }
  if (count === 1) {
    return samples === 1
      ? l10n.t('Estimate: {amount}, from one earlier result.', { amount })
      : l10n.t('Estimate: {amount}, from {samples} earlier results.', { amount, samples });
  }
  return samples === 1
    ? l10n.t('Estimate: {amount}, from one earlier result each.', { amount })
    : l10n.t('Estimate: {amount}, from {samples} or more earlier results each.', { amount, samples });
}
