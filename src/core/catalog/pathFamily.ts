import type { Catalog, Modality, ModelFamily } from './catalog.ts';
import { findSchema, type PublishedFields } from './findSchema.ts';
import { buildLiveFamily, softenFields, unknownFields } from './liveFamily.ts';
import type { IndexedModel, ModelIndex } from './modelIndex.ts';
import { buildEndpoint, guessModality } from './publishedEndpoint.ts';

/** A path tells what it makes better than an index does, but for chat, which some models answer with images. */
export function findModality(path: string, said: Modality | null): Modality | null {
  const guessed = guessModality(path);
  return guessed === 'chat' ? (said ?? guessed) : (guessed ?? said);
}

export interface PathFacts {
  readonly modality: Modality | null;
  /** Whose fields stand in where no schema speaks of the path. */
  readonly alike: ModelFamily | undefined;
  readonly bundled: Catalog;
  readonly index: ModelIndex;
}

/** What one model takes on one path, after its schema; none where nothing tells what the path makes. */
export function buildPathFamily(
  model: IndexedModel,
  path: string,
  { modality, alike, bundled, index }: PathFacts,
): readonly ModelFamily[] {
  if (modality === null) return [];
  const endpoint = buildEndpoint(path, model);
  const schema = findSchema(index, model, { path, takesGeneral: true });
  const talking = bundled.families.filter(({ endpoints }) => endpoint.dialect && endpoints[0].path === path);
  const chat = talking.find((family) => family.modality === modality) ?? talking[0];
  const published = chat ? addChatFields(chat, schema) : (schema ?? (alike ? softenFields(alike) : unknownFields));
  return [buildLiveFamily({ model, modality, endpoints: [endpoint], published, samples: index.samples })];
}

/** Chat jobs are written with `prompt`, which no schema knows, and need nothing else. */
function addChatFields(family: ModelFamily, schema: PublishedFields | null): PublishedFields {
  const { fields } = softenFields(family);
  const known = new Set(fields.map(({ name }) => name));
  return { fields: [...fields, ...(schema?.fields ?? []).filter(({ name }) => !known.has(name))], required: [] };
}
