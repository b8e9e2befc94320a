import type { Estimate } from '../../jobFile/request.ts';
import { formatAmount } from '../../support/text/formatAmount.ts';
import type { Translate } from '../languageService.ts';

export const costMessages = {
  typicalCostOf: 'Your typical cost: {amount}, from {samples} earlier requests',
  typicalCostOnce: 'Your typical cost: {amount}, from one earlier request',
} as const;

/** Describes the cost of a model. The text says that it comes from this user's own history. */
export function describeCost({ amountUsd, samples }: Estimate, translate: Translate): string {
  const template = samples === 1 ? costMessages.typicalCostOnce : costMessages.typicalCostOf;
  return translate(template, { amount: formatAmount(amountUsd), samples });
}
