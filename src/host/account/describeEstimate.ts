import { joinSentences } from '../../core/support/text/joinSentences.ts';
import type { RunEstimate } from '../../core/task/money/estimate.ts';
import { formatAmount } from '../ui/format.ts';
import { l10n } from '../ui/l10n.ts';

/** Says what the estimate is, and the number of samples or the stated prices that it rests on. */
export function describeEstimate({ count, known, amountUsd, samples }: RunEstimate): string {
  if (count === 0) return l10n.t('The sandbox is free.');
  if (known === 0)
    return l10n.t(
      'There is no estimate because there are no earlier results of this kind. The gateway charges its own price.',
    );
  const amount = formatAmount(amountUsd);
  if (known < count || samples === 0) {
    const facts = { known, count, amount };
    const text =
      known < count
        ? l10n.t(
            'Estimate for {known} of {count} requests: {amount}. There are no earlier results like the others.',
            facts,
          )
        : l10n.t('Estimate: {amount}.', facts);
    const stated = samples === 0 ? l10n.t('It includes prices that you stated in "genwright.prices".') : '';
    return joinSentences([text, stated]);
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
