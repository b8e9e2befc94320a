import type { Catalog, Endpoint, Modality, ModelFamily } from '../../core/catalog/catalog.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import { modalities } from './modality.ts';

/** Rows of the Models view. `familyId` and `modelId` are what New Job File looks for in a row that it is called with. */
export type ModelRow =
  | {
      readonly kind: 'modality';
      readonly modality: Modality;
      readonly count: number;
      readonly rows: readonly ModelRow[];
    }
  | { readonly kind: 'family'; readonly family: ModelFamily; readonly rows: readonly ModelRow[] }
  | LeafRow;

/** A model, or a family that names none and covers what begins with its prefixes. */
export interface LeafRow {
  readonly kind: 'model';
  /** Null for a family without models. */
  readonly modelId: string | null;
  readonly familyId: string;
  readonly family: ModelFamily;
  /** Of all families of the model, the default first. */
  readonly endpoints: readonly Endpoint[];
}

/** A group of more than this many is divided by family, so that it can be taken in. */
const maxFlatRows = 12;

/** The models below these rows. */
export function listModels(rows: readonly ModelRow[]): readonly LeafRow[] {
  return rows.flatMap((row) => (row.kind === 'model' ? [row] : listModels(row.rows)));
}

/** By what they make; modalities without a model stay away. Each model stands once, in its default family. */
export function buildModelRows(catalog: Catalog): readonly ModelRow[] {
  const leaves = groupBy(listLeaves(catalog), ({ family }) => family.modality);
  return modalities.flatMap((modality): readonly ModelRow[] => {
    const own = leaves.get(modality) ?? [];
    if (own.length === 0) return [];
    const rows = own.length > maxFlatRows ? groupByFamily(own) : own;
    return [{ kind: 'modality', modality, count: own.length, rows }];
  });
}

function listLeaves({ families, models }: Catalog): readonly LeafRow[] {
  return families.flatMap((family): readonly LeafRow[] => {
    const base = { kind: 'model', familyId: family.id, family } as const;
    if (family.models.length === 0) return [{ ...base, modelId: null, endpoints: family.endpoints }];
    return family.models.flatMap((modelId): readonly LeafRow[] => {
      const all = models.get(modelId)?.families ?? [family];
      if (all[0] !== family) return [];
      return [{ ...base, modelId, endpoints: all.flatMap(({ endpoints }) => endpoints) }];
    });
  });
}

/** A family of one is its model. */
function groupByFamily(leaves: readonly LeafRow[]): readonly ModelRow[] {
  return [...groupBy(leaves, ({ family }) => family)].map(([family, rows]): ModelRow => {
    const [first] = rows;
    return rows.length === 1 && first ? first : { kind: 'family', family, rows };
  });
}
