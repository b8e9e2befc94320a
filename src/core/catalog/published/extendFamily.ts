import type { ModelFamily } from '../catalog.ts';
import { indexFields } from '../createCatalog.ts';
import type { Field } from '../field.ts';
import type { CatalogChange } from './catalogChange.ts';
import { compareField, findNewSuggestions } from './compareField.ts';
import type { PublishedFields } from './findSchema.ts';
import { buildRequiredRules } from './liveFamily.ts';

/** What the live index adds to a bundled family. */
interface FamilyAdditions {
  /** Identifiers that the family covers by prefix so far. */
  readonly models: readonly string[];
  /** The published fields of each of its models and paths that a schema describes. */
  readonly published: readonly PublishedFields[];
}

/** Returns the family with the additions. Its own constraints and rules stay unchanged, in their order. */
export function extendFamily(
  family: ModelFamily,
  { models, published }: FamilyAdditions,
): { readonly family: ModelFamily; readonly changes: readonly CatalogChange[] } {
  const known = indexFields(family.fields);
  const named = new Set(family.rules.flatMap(({ fields }) => fields));
  const changes: CatalogChange[] = [];
  const added = new Map<string, Field>();
  const suggested = new Map<Field, readonly string[]>();
  for (const field of published.flatMap(({ fields }) => fields)) {
    const bundled = known.get(field.name);
    if (bundled) {
      changes.push(...compareField(bundled, field).map((each) => mapConflict(family, each)));
      suggested.set(bundled, [...(suggested.get(bundled) ?? []), ...findNewSuggestions(bundled, field)]);
    } else if (named.has(field.name)) {
      changes.push({ kind: 'field-ignored', family: family.id, field: field.name });
    } else if (!added.has(field.name)) {
      added.set(field.name, field);
      changes.push({ kind: 'field-added', family: family.id, field: field.name });
    }
  }
  const required = [...added.keys()].filter((name) => published.every((each) => each.required.includes(name)));
  return {
    changes,
    family: {
      ...family,
      models: [...new Set([...family.models, ...models])],
      fields: [...family.fields.map((field) => withSuggestions(field, suggested.get(field) ?? [])), ...added.values()],
      rules: [...family.rules, ...buildRequiredRules(required)],
    },
  };
}

function mapConflict({ id }: ModelFamily, conflict: ReturnType<typeof compareField>[number]): CatalogChange {
  return { kind: 'field-conflict', family: id, ...conflict };
}

function withSuggestions(field: Field, values: readonly string[]): Field {
  return values.length > 0 ? { ...field, suggestions: [...new Set([...(field.suggestions ?? []), ...values])] } : field;
}
