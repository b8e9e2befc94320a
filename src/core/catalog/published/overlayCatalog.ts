import type { Catalog, ModelFamily } from '../catalog.ts';
import { createCatalog, indexFields } from '../createCatalog.ts';
import type { Field } from '../field.ts';
import {
  buildLiveFamily,
  buildRequiredRules,
  type PublishedFields,
  softenFields,
  unknownFields,
} from './liveFamily.ts';
import type { IndexedModel, IndexedSchema, ModelIndex } from './modelIndex.ts';
import { buildPublishedEndpoint, findModality, isCallablePath } from './publishedEndpoint.ts';

/**
 * Adds models, endpoints and fields of the live index. Bundled families keep every field, constraint and rule: where
 * the index differs, the bundled side wins. Pure. Never throws, whatever the index contains.
 */
export function overlayCatalog(bundled: Catalog, index: ModelIndex): Catalog {
  const known = listModels(bundled, index).map((model) => {
    const families: readonly ModelFamily[] = bundled.findModel(model.id)?.families ?? [];
    return { model, families };
  });
  const extended = bundled.families.map((family) => {
    const models = known.flatMap(({ model, families }) => (families.includes(family) ? [model] : []));
    return extendFamily(family, {
      models: models.map(({ id }) => id),
      published: models.flatMap((model) => findPublished(model, family, { bundled, index })),
    });
  });
  const live = known.flatMap(({ model, families }) => buildFamilies(model, families, { bundled, index }));
  return createCatalog([...extended, ...live]);
}

interface Sources {
  readonly bundled: Catalog;
  readonly index: ModelIndex;
}

/** Includes the bundled models that the index leaves out, because a schema may still describe them. */
function listModels(bundled: Catalog, index: ModelIndex): readonly IndexedModel[] {
  const nothing = { title: null, description: null, modality: null, endpoints: [], pollPath: null };
  const models = new Map<string, IndexedModel>([...bundled.models.keys()].map((id) => [id, { id, ...nothing }]));
  for (const model of index.models) models.set(model.id, model);
  return [...models.values()];
}

/** A general schema of a path that several families share would add the fields of each to all of them. */
function findPublished(
  model: IndexedModel,
  { endpoints }: ModelFamily,
  { bundled, index }: Sources,
): readonly PublishedFields[] {
  return endpoints.flatMap(({ path }) => {
    const users = bundled.families.filter((family) => family.endpoints.some((endpoint) => endpoint.path === path));
    return findSchema(index, model, { path, takesGeneral: users.length === 1 }) ?? [];
  });
}

interface FamilyAdditions {
  /** Identifiers that the index lists. Those that the family covers by prefix so far are new in it. */
  readonly models: readonly string[];
  /** The published fields of each of its models and paths that a schema describes. */
  readonly published: readonly PublishedFields[];
}

/**
 * Returns the family with the additions. Its own constraints and rules stay unchanged, in their order. A field to which
 * one of these rules refers is not added, because that could weaken the rule.
 */
function extendFamily(family: ModelFamily, { models, published }: FamilyAdditions): ModelFamily {
  const known = indexFields(family.fields);
  const ruled = new Set(family.rules.flatMap(({ fields }) => fields));
  const added = new Map<string, Field>();
  const suggested = new Map<Field, readonly string[]>();
  for (const field of published.flatMap(({ fields }) => fields)) {
    const bundled = known.get(field.name);
    if (bundled) {
      suggested.set(bundled, [...(suggested.get(bundled) ?? []), ...listSuggestions(bundled, field)]);
    } else if (!ruled.has(field.name) && !added.has(field.name)) {
      added.set(field.name, field);
    }
  }
  const required = [...added.keys()].filter((name) => published.every((each) => each.required.includes(name)));
  return {
    ...family,
    models: [...new Set([...family.models, ...models])],
    fields: [...family.fields.map((field) => withSuggestions(field, suggested.get(field) ?? [])), ...added.values()],
    rules: [...family.rules, ...buildRequiredRules(required)],
  };
}

/** Values that the gateway lists for a field without a closed list are offered but never checked. */
function listSuggestions(bundled: Field, published: Field): readonly string[] {
  if (bundled.constraints?.some(({ kind }) => kind === 'enum')) return [];
  return published.constraints?.flatMap((each) => (each.kind === 'enum' ? each.values.map(String) : [])) ?? [];
}

function withSuggestions(field: Field, values: readonly string[]): Field {
  return values.length > 0 ? { ...field, suggestions: [...new Set([...(field.suggestions ?? []), ...values])] } : field;
}

/** Builds a family for each path that the bundled families of a model do not have, so that each has its own fields. */
function buildFamilies(
  model: IndexedModel,
  families: readonly ModelFamily[],
  sources: Sources,
): readonly ModelFamily[] {
  const own = new Set(families.flatMap(({ endpoints }) => endpoints.map(({ path }) => path)));
  const paths = new Set(model.endpoints.map(({ path }) => path));
  return [...paths]
    .filter((path) => !own.has(path) && isCallablePath(path, sources.index))
    .flatMap((path) => buildFamily(model, path, { ...sources, families }));
}

/**
 * Builds the family of a model on one path from its schema, or else with the fields that the model has on other paths.
 * Empty if it is unknown what the path makes.
 */
function buildFamily(
  model: IndexedModel,
  path: string,
  { bundled, index, families }: Sources & { readonly families: readonly ModelFamily[] },
): readonly ModelFamily[] {
  const modality = findModality(path, model.modality ?? families[0]?.modality ?? null);
  if (modality === null) return [];
  const schema = findSchema(index, model, { path, takesGeneral: true });
  const talking = bundled.families.filter(({ endpoints }) => endpoints[0].dialect && endpoints[0].path === path);
  const chat = talking.find((family) => family.modality === modality) ?? talking[0];
  const alike = families.find((family) => family.modality === modality);
  const published = chat ? addChatFields(chat, schema) : (schema ?? (alike ? softenFields(alike) : unknownFields));
  const endpoint = buildPublishedEndpoint(path, model);
  return [buildLiveFamily({ model, modality, endpoint, published, samples: index.samples })];
}

/** Chat jobs are written with `prompt`, which no schema has, and need nothing else. */
function addChatFields(family: ModelFamily, schema: PublishedFields | null): PublishedFields {
  const { fields } = softenFields(family);
  const known = new Set(fields.map(({ name }) => name));
  return { fields: [...fields, ...(schema?.fields ?? []).filter(({ name }) => !known.has(name))], required: [] };
}

/**
 * Joins the schemas that describe a model on a path: those whose `model` lists it, else those of its aliases, else the
 * one of the path itself if `takesGeneral` is set. Null if there is none.
 */
function findSchema(
  index: ModelIndex,
  model: Pick<IndexedModel, 'id' | 'endpoints'>,
  { path, takesGeneral }: { readonly path: string; readonly takesGeneral: boolean },
): PublishedFields | null {
  const onPath = index.schemas.filter((schema) => schema.path === path);
  const open = onPath.filter(({ models }) => models.length === 0);
  const schemas = [
    onPath.filter(({ models }) => models.includes(model.id)),
    open.filter(({ alias }) => alias !== null && isAliasOf(alias, path, model)),
    open.filter(({ alias }) => takesGeneral && alias === null),
  ].find(({ length }) => length > 0);
  return schemas ? joinSchemas(schemas) : null;
}

/** An alias belongs to a model that lists it, or whose identifier is, or begins with, the alias. */
function isAliasOf(alias: string, path: string, { id, endpoints }: Pick<IndexedModel, 'id' | 'endpoints'>): boolean {
  if (endpoints.some((endpoint) => endpoint.path === path && endpoint.alias === alias)) return true;
  const [name, start] = [id.toLowerCase(), alias.toLowerCase()];
  return name === start || (start.length > 2 && name.startsWith(`${start}-`));
}

/** The first schema that has a field defines it. A field is required if all schemas require it. */
function joinSchemas(schemas: readonly IndexedSchema[]): PublishedFields {
  const fields = new Map<string, Field>();
  for (const field of schemas.flatMap((schema) => schema.fields)) {
    if (!fields.has(field.name)) fields.set(field.name, field);
  }
  const required = [...fields.keys()].filter((name) => schemas.every((schema) => schema.required.includes(name)));
  return { fields: [...fields.values()], required };
}
