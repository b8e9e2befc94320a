import type { Catalog, Endpoint, Modality, ModelFamily } from '../../core/catalog/catalog.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import type { Estimate } from '../../engine/index.ts';
import { formatAmount } from '../ui/format.ts';
import { l10n } from '../ui/l10n.ts';
import { modalities } from './modality.ts';

/** Rows of the Models view. New Job File reads `familyId` and `modelId` of a row that is passed to it. */
export type ModelRow =
  | {
      readonly kind: 'modality';
      readonly modality: Modality;
      readonly count: number;
      readonly rows: readonly ModelRow[];
    }
  | { readonly kind: 'family'; readonly family: ModelFamily; readonly rows: readonly ModelRow[] }
  | LeafRow;

/** A model, or a family that lists no models and covers all names with its prefixes. */
export interface LeafRow {
  readonly kind: 'model';
  /** Null for a family without models. */
  readonly modelId: string | null;
  /** Whether the family has other models, which differ only by their ids. */
  readonly isOneOfSeveral: boolean;
  readonly familyId: string;
  readonly family: ModelFamily;
  /** Endpoints of all families of the model, the default family first. */
  readonly endpoints: readonly Endpoint[];
}

export function listModelRows(rows: readonly ModelRow[]): readonly LeafRow[] {
  return rows.flatMap((row) => (row.kind === 'model' ? [row] : listModelRows(row.rows)));
}

/** Groups the models by modality and family, without empty groups. Each model is once there, in its default family. */
export function buildModelRows(catalog: Catalog): readonly ModelRow[] {
  const leaves = groupBy(listLeaves(catalog), ({ family }) => family.modality);
  return modalities.flatMap((modality): readonly ModelRow[] => {
    const own = leaves.get(modality) ?? [];
    if (own.length === 0) return [];
    return [{ kind: 'modality', modality, count: own.length, rows: groupByFamily(own) }];
  });
}

function listLeaves({ families, models }: Catalog): readonly LeafRow[] {
  return families.flatMap((family): readonly LeafRow[] => {
    const base = { kind: 'model', familyId: family.id, family, isOneOfSeveral: false } as const;
    if (family.models.length === 0) return [{ ...base, modelId: null, endpoints: family.endpoints }];
    return family.models.flatMap((modelId): readonly LeafRow[] => {
      const all = models.get(modelId)?.families ?? [family];
      if (all[0] !== family) return [];
      return [{ ...base, modelId, endpoints: all.flatMap(({ endpoints }) => endpoints) }];
    });
  });
}

/** A family with one model is shown as the model. */
function groupByFamily(leaves: readonly LeafRow[]): readonly ModelRow[] {
  return [...groupBy(leaves, ({ family }) => family)].map(([family, rows]): ModelRow => {
    const [first] = rows;
    if (rows.length === 1 && first) return first;
    return { kind: 'family', family, rows: rows.map((row) => ({ ...row, isOneOfSeveral: true })) };
  });
}

/** Name of a model for people, or its id if the family has others. */
export function labelLeaf({ family, modelId, isOneOfSeveral }: LeafRow): string {
  return isOneOfSeveral && modelId !== null ? modelId : family.title;
}

/** Text after the name of a model: its id, and its cost so far. */
export function describeLeaf(row: LeafRow, cost: Estimate | null): string {
  const { family, modelId } = row;
  const id = modelId ?? (family.prefixes ?? []).map((prefix) => `${prefix}…`).join(', ');
  return [id === labelLeaf(row) ? '' : id, cost ? describePrice(cost) : ''].filter(Boolean).join(' · ');
}

/** The estimate for one request in short form. */
export function describePrice({ amountUsd, samples }: Estimate): string {
  const amount = formatAmount(amountUsd);
  return samples === 0 ? l10n.t('about {amount}, stated', { amount }) : l10n.t('about {amount}', { amount });
}

/** Returns the cost of a model with one profile. Null if it is unknown. */
export type ModelCosts = (model: string) => Estimate | null;

/** Whether the cost of a model has changed. The row of a model with the same cost need not be drawn again. */
export function hasOtherCost(model: string, before: ModelCosts, now: ModelCosts): boolean {
  const [one, other] = [before(model), now(model)];
  return one?.amountUsd !== other?.amountUsd || one?.samples !== other?.samples;
}
