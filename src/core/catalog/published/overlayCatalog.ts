import type { Catalog, Modality, ModelFamily } from '../catalog.ts';
import { createCatalog } from '../createCatalog.ts';
import type { CatalogChange } from './catalogChange.ts';
import { extendFamily } from './extendFamily.ts';
import { findSchema, type PublishedFields } from './findSchema.ts';
import { buildLiveFamily, softenFields, unknownFields } from './liveFamily.ts';
import type { IndexedModel, ModelIndex } from './modelIndex.ts';
import { buildPublishedEndpoint, findModality, isCallablePath } from './publishedEndpoint.ts';

/** A catalog with the live index merged over it, and the changes. */
interface Overlay {
  readonly catalog: Catalog;
  readonly changes: readonly CatalogChange[];
}

/**
 * Adds models, endpoints and fields of the live index. Bundled families keep every field, constraint and rule: a
 * difference in the index is a conflict, and the bundled side wins. Pure. Never throws, whatever the index contains.
 */
export function buildOverlay(bundled: Catalog, index: ModelIndex): Overlay {
  const changes: CatalogChange[] = [];
  const additions = new Map(bundled.families.map((family) => [family, createAdditions()]));
  const context: OverlayContext = {
    bundled,
    index,
    changes,
    additionsOf: (family) => additions.get(family) ?? createAdditions(),
  };
  const live = listModels(bundled, index).flatMap((model) => {
    const paths = listPaths(model, context);
    const families = bundled.findModel(model.id)?.families;
    return families ? extendModel(model, { families, paths }, context) : addModel(model, paths, context);
  });
  const extended = bundled.families.map((family) => extendFamily(family, context.additionsOf(family)));
  return {
    catalog: createCatalog([...extended.map(({ family }) => family), ...live]),
    changes: [...changes, ...extended.flatMap((each) => each.changes)],
  };
}

export function overlayCatalog(bundled: Catalog, index: ModelIndex): Catalog {
  return buildOverlay(bundled, index).catalog;
}

/** The additions for one bundled family while they are collected. */
interface GatheredAdditions {
  readonly models: string[];
  readonly published: PublishedFields[];
}

function createAdditions(): GatheredAdditions {
  return { models: [], published: [] };
}

/** The inputs of the steps, and where they put their results. */
interface OverlayContext {
  readonly bundled: Catalog;
  readonly index: ModelIndex;
  readonly changes: CatalogChange[];
  readonly additionsOf: (family: ModelFamily) => GatheredAdditions;
}

/**
 * Returns the models of the index, each once, and the bundled models that the index leaves out, because a schema may
 * still describe them.
 */
function listModels(bundled: Catalog, index: ModelIndex): readonly IndexedModel[] {
  const nothing = { title: null, description: null, modality: null, endpoints: [], pollPath: null };
  const models = new Map<string, IndexedModel>([...bundled.models.keys()].map((id) => [id, { id, ...nothing }]));
  for (const model of index.models) models.set(model.id, model);
  return [...models.values()];
}

/** Returns the paths of a model that can be called, each once. */
function listPaths({ id, endpoints }: IndexedModel, { index, changes }: OverlayContext): readonly string[] {
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  const ignored = paths.filter((path) => !isCallablePath(path, index));
  changes.push(...ignored.map((path) => ({ kind: 'endpoint-ignored', model: id, path }) as const));
  return paths.filter((path) => !ignored.includes(path));
}

interface KnownModel {
  readonly families: readonly ModelFamily[];
  readonly paths: readonly string[];
}

/**
 * Collects the additions for the families of a bundled model, and returns families for the paths that none of them has.
 */
function extendModel(model: IndexedModel, known: KnownModel, context: OverlayContext): readonly ModelFamily[] {
  const { bundled, changes, additionsOf } = context;
  for (const family of known.families) {
    if (!bundled.models.has(model.id)) {
      additionsOf(family).models.push(model.id);
      changes.push({ kind: 'model-listed', model: model.id, family: family.id });
    }
    additionsOf(family).published.push(...findPublished(model, family, context));
    changes.push(...comparePace(model, family, context));
  }
  const own = new Set(known.families.flatMap(({ endpoints }) => endpoints.map(({ path }) => path)));
  return known.paths.filter((path) => !own.has(path)).flatMap((path) => addPath(model, path, { ...known, context }));
}

/** A general schema of a path that several families share would add the fields of each to all of them. */
function findPublished(
  model: IndexedModel,
  { endpoints }: ModelFamily,
  { bundled, index }: OverlayContext,
): readonly PublishedFields[] {
  return endpoints.flatMap(({ path }) => {
    const users = bundled.families.filter((family) => family.endpoints.some((endpoint) => endpoint.path === path));
    return findSchema(index, model, { path, takesGeneral: users.length === 1 }) ?? [];
  });
}

/** Compares only if the index lists a query for some model. Otherwise, a missing query means nothing. */
function comparePace(
  { id, endpoints, pollPath }: IndexedModel,
  family: ModelFamily,
  { index }: OverlayContext,
): readonly CatalogChange[] {
  if (!index.models.some((model) => model.pollPath !== null)) return [];
  return family.endpoints.flatMap((endpoint): readonly CatalogChange[] => {
    const { path, dialect } = endpoint;
    const isNamed = !dialect && endpoints.some((each) => each.path === path);
    if (!isNamed || (pollPath === null) === (endpoint.pollPath === null)) return [];
    return [{ kind: 'pace-conflict', model: id, path, pollPath }];
  });
}

/**
 * Adds a path that the bundled families of the model do not have. Without a schema it has the fields of the model on
 * other paths.
 */
function addPath(
  model: IndexedModel,
  path: string,
  { families, context }: KnownModel & { readonly context: OverlayContext },
): readonly ModelFamily[] {
  const modality = findModality(path, model.modality ?? families[0]?.modality ?? null);
  const alike = families.find((family) => family.modality === modality);
  const added = buildPathFamily(model, path, { modality, alike, ...context });
  context.changes.push(...added.map(() => ({ kind: 'endpoint-added', model: model.id, path }) as const));
  return added;
}

/** Adds a model that no bundled family covers: a family for each path, so that each has its own fields. */
function addModel(model: IndexedModel, paths: readonly string[], context: OverlayContext): readonly ModelFamily[] {
  const families = paths.flatMap((path) => {
    const modality = findModality(path, model.modality);
    return buildPathFamily(model, path, { modality, alike: undefined, ...context });
  });
  context.changes.push(
    families.length > 0 ? { kind: 'model-added', model: model.id, paths } : { kind: 'model-ignored', model: model.id },
  );
  return families;
}

interface PathFacts {
  readonly modality: Modality | null;
  /** The family whose fields are used if no schema describes the path. */
  readonly alike: ModelFamily | undefined;
  readonly bundled: Catalog;
  readonly index: ModelIndex;
}

/** Builds the family of one model on one path from its schema. Empty if it is unknown what the path makes. */
function buildPathFamily(
  model: IndexedModel,
  path: string,
  { modality, alike, bundled, index }: PathFacts,
): readonly ModelFamily[] {
  if (modality === null) return [];
  const endpoint = buildPublishedEndpoint(path, model);
  const schema = findSchema(index, model, { path, takesGeneral: true });
  const talking = bundled.families.filter(({ endpoints }) => endpoint.dialect && endpoints[0].path === path);
  const chat = talking.find((family) => family.modality === modality) ?? talking[0];
  const published = chat ? addChatFields(chat, schema) : (schema ?? (alike ? softenFields(alike) : unknownFields));
  return [buildLiveFamily({ model, modality, endpoints: [endpoint], published, samples: index.samples })];
}

/** Chat jobs are written with `prompt`, which no schema has, and need nothing else. */
function addChatFields(family: ModelFamily, schema: PublishedFields | null): PublishedFields {
  const { fields } = softenFields(family);
  const known = new Set(fields.map(({ name }) => name));
  return { fields: [...fields, ...(schema?.fields ?? []).filter(({ name }) => !known.has(name))], required: [] };
}
