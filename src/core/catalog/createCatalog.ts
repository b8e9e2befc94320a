import type { Catalog, Model, ModelFamily } from './catalog.ts';
import type { Field } from './field.ts';
import { findModelPrefix } from './modelPrefixes.ts';

/**
 * Indexes families for lookup. A model that several families list belongs to all of them, in their order. Throws if two
 * families list the same model for the same path, because their data is then wrong.
 */
export function createCatalog(families: readonly ModelFamily[]): Catalog {
  const fields = new Map(families.map((family) => [family, indexFields(family.fields)]));
  const models = indexModels(families, ({ models }) => models);
  const prefixes = indexModels(families, (family) => family.prefixes ?? []);
  const longestFirst = [...prefixes.values()].sort((a, b) => b.id.length - a.id.length);
  return {
    families,
    models,
    findModel(id) {
      const listed = models.get(id);
      if (listed) return listed;
      const covered = longestFirst.find((prefix) => id.startsWith(prefix.id));
      const elsewhere = findModelPrefix(id)?.prefix.length ?? 0;
      return covered && covered.id.length >= elsewhere ? { id, families: covered.families } : undefined;
    },
    fieldsOf: (family) => fields.get(family) ?? indexFields(family.fields),
  };
}

function indexModels(
  families: readonly ModelFamily[],
  namesOf: (family: ModelFamily) => readonly string[],
): ReadonlyMap<string, Model> {
  const models = new Map<string, Model>();
  for (const family of families) {
    for (const id of namesOf(family)) models.set(id, addFamily(models.get(id), id, family));
  }
  return models;
}

function addFamily(model: Model | undefined, id: string, family: ModelFamily): Model {
  if (!model) return { id, families: [family] };
  const paths = new Set(family.endpoints.map(({ path }) => path));
  const other = model.families.find(({ endpoints }) => endpoints.some(({ path }) => paths.has(path)));
  if (other) throw new Error(`${id} belongs to ${other.id} and to ${family.id} on one path`);
  return { id, families: [...model.families, family] };
}

/** Returns the family of a model on this path, or its default family if no path is set. */
export function familyAt({ families }: Model, path: string | null): ModelFamily | undefined {
  if (path === null) return families[0];
  return families.find(({ endpoints }) => endpoints.some((endpoint) => endpoint.path === path));
}

/** Returns the family of a path that accepts no model. It lists none, so no model leads to it. */
export function familyWithoutModel({ families }: Pick<Catalog, 'families'>, path: string): ModelFamily | undefined {
  return families.find(({ endpoints }) => endpoints.some((each) => each.takesNoModel && each.path === path));
}

export function indexFields(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, field])));
}
