import type { Catalog, Model, ModelFamily } from './catalog.ts';
import type { Field } from './field.ts';

/** Indexes families for look-up. Throws when two families claim one model: that is a mistake in their data. */
export function createCatalog(families: readonly ModelFamily[]): Catalog {
  const models = new Map<string, Model>();
  const fields = new Map<ModelFamily, ReadonlyMap<string, Field>>();
  for (const family of families) {
    fields.set(family, indexFields(family.fields));
    for (const id of family.models) {
      const other = models.get(id);
      if (other) throw new Error(`${id} belongs to ${other.family.id} and to ${family.id}`);
      models.set(id, { id, family });
    }
  }
  return { families, models, fieldsOf: (family) => fields.get(family) ?? indexFields(family.fields) };
}

/** Fields by name and by alias. */
export function indexFields(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, field])));
}
