import type { Endpoint } from '../../core/catalog/catalog.ts';
import type { Estimate } from '../../engine/index.ts';
import { formatAmount } from '../format.ts';
import type { L10n } from '../l10n.ts';
import type { LeafRow } from './modelRows.ts';

/** Name of a model for people, or its id if the family has others. */
export function labelLeaf({ family, modelId, isOneOfSeveral }: LeafRow): string {
  return isOneOfSeveral && modelId !== null ? modelId : family.title;
}

/** Text after the name of a model: its id, and its cost so far. */
export function describeLeaf(row: LeafRow, cost: Estimate | null, l10n: L10n): string {
  const { family, modelId } = row;
  const id = modelId ?? (family.prefixes ?? []).map((prefix) => `${prefix}…`).join(', ');
  const amount = cost ? l10n.t('about {amount}', { amount: formatAmount(cost.amountUsd) }) : '';
  return [id === labelLeaf(row) ? '' : id, amount].filter(Boolean).join(' · ');
}

/** The figure is never shown without its basis. */
export function describeCost({ amountUsd, samples }: Estimate, l10n: L10n): string {
  return l10n.t('About {amount} each (estimate: the median of {count} of your own results)', {
    amount: formatAmount(amountUsd),
    count: samples,
  });
}

/** Returns the cost of a model with one profile. Null if it is unknown. */
export type ModelCosts = (model: string) => Estimate | null;

/** Whether the cost of a model has changed. The row of a model with the same cost need not be drawn again. */
export function hasOtherCost(model: string, before: ModelCosts, now: ModelCosts): boolean {
  const [one, other] = [before(model), now(model)];
  return one?.amountUsd !== other?.amountUsd || one?.samples !== other?.samples;
}

/** Returns Markdown with one line for each path that says whether it is asynchronous. */
export function describeEndpoints(endpoints: readonly Endpoint[], l10n: L10n): string {
  return endpoints
    .map(({ path, pollPath }) => {
      const pace = pollPath
        ? l10n.t('Asynchronous: a task is watched until it ends')
        : l10n.t('Synchronous: the response is the result');
      return `\`POST ${path}\`  \n${pace}`;
    })
    .join('\n\n');
}
