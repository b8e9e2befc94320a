import { assertNever } from '../../support/assertNever.ts';
import type { FieldConflict } from './compareField.ts';

/** A change that the live index makes to the bundled catalog, or a part of it that is ignored. */
export type CatalogChange =
  | { readonly kind: 'model-added'; readonly model: string; readonly paths: readonly string[] }
  /** The start of its identifier determines its family. */
  | { readonly kind: 'model-listed'; readonly model: string; readonly family: string }
  /** Its endpoint, or what it makes, is unknown. */
  | { readonly kind: 'model-ignored'; readonly model: string }
  | { readonly kind: 'endpoint-added'; readonly model: string; readonly path: string }
  /** The API description has no such path. */
  | { readonly kind: 'endpoint-ignored'; readonly model: string; readonly path: string }
  | { readonly kind: 'field-added'; readonly family: string; readonly field: string }
  /** A bundled rule of the family refers to it, so adding it could weaken that rule. */
  | { readonly kind: 'field-ignored'; readonly family: string; readonly field: string }
  | ({ readonly kind: 'field-conflict'; readonly family: string } & FieldConflict)
  | { readonly kind: 'pace-conflict'; readonly model: string; readonly path: string; readonly pollPath: string | null };

/** Returns one line each for the log, in English, without duplicates. */
export function describeChanges(changes: readonly CatalogChange[]): readonly string[] {
  return [...new Set(changes.map(describeChange))];
}

function describeChange(change: CatalogChange): string {
  switch (change.kind) {
    case 'model-added':
      return `added model ${change.model} on ${change.paths.join(', ')}`;
    case 'model-listed':
      return `listed model ${change.model}, with the fields of ${change.family}`;
    case 'model-ignored':
      return `left out model ${change.model}: the index does not say where to call it`;
    case 'endpoint-added':
      return `added ${change.path} for ${change.model}`;
    case 'endpoint-ignored':
      return `left out ${change.path} of ${change.model}: the API description has no such path`;
    case 'field-added':
      return `added field ${change.field} of ${change.family}`;
    case 'field-ignored':
      return `left out field ${change.field} of ${change.family}: a bundled rule refers to it`;
    case 'field-conflict': {
      const { family, field, about, bundled, published } = change;
      return `kept the ${about} of ${field} of ${family} (${bundled}), though the gateway publishes ${published}`;
    }
    case 'pace-conflict':
      return `kept ${change.model} on ${change.path} as bundled, though the index names ${change.pollPath ?? 'no query'}`;
    default:
      return assertNever(change);
  }
}
