import type { RunEstimate } from '../../core/task/money/estimate.ts';
import { formatAmount } from '../ui/format.ts';
import { l10n } from '../ui/l10n.ts';

/** A sentence with the estimate and the number of samples that it rests on. */
export function describeEstimate({ count, known, amountUsd, samples }: RunEstimate): string {
  if (count === 0) return l10n.t('The sandbox is free.');
  if (known === 0)
    return l10n.t(
      'There is no estimate because there are no earlier results of this kind. The gateway charges its own price.',
    );
  const amount = formatAmount(amountUsd);
  if (known < count) {
    return l10n.t('Estimate for {known} of {count} requests: {amount}. There are no earlier results like the others.', {
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
    ? l10n.t('Estimate: {amount}. Each request has at least one earlier result like it.', { amount })
    : l10n.t('Estimate: {amount}. Each request has at least {samples} earlier results like it.', { amount, samples });
}
