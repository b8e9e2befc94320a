import type { Catalog, Modality, ModelFamily } from '../catalog.ts';
import { findSchema, type PublishedFields } from './findSchema.ts';
import { buildLiveFamily, softenFields, unknownFields } from './liveFamily.ts';
import type { IndexedModel, ModelIndex } from './modelIndex.ts';
import { buildPublishedEndpoint, guessModality } from './publishedEndpoint.ts';

/**
 * A path is more reliable than an index about what it makes, except for chat, which may return images for some models.
 */
export function findModality(path: string, said: Modality | null): Modality | null {
  const guessed = guessModality(path);
  return guessed === 'chat' ? (said ?? guessed) : (guessed ?? said);
}

interface PathFacts {
  readonly modality: Modality | null;
  /** The family whose fields are used if no schema describes the path. */
  readonly alike: ModelFamily | undefined;
  readonly bundled: Catalog;
  readonly index: ModelIndex;
}

/** Builds the family of one model on one path from its schema. Null if it is unknown what the path makes. */
export function buildPathFamily(
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
