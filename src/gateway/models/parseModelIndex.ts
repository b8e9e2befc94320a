import type { Modality } from '../../core/catalog/catalog.ts';
import { isPublishedModelId, type IndexedModel, type ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import {
  parseArray,
  parseJsonOrUndefined,
  parseObject,
  parseText,
  textAt,
  type WireObject,
} from '../wire/wireObject.ts';
import { parseBreakingSince, parseEndpoint, plainText } from './sharedParts.ts';

/** Far more models than any gateway has. */
const maxModels = 5_000;

/**
 * Parses `model-index.json`. Returns null if the document is not an index of models. A document without models must not
 * replace the last good copy. Only entries that cannot be read are left out.
 */
export function parseModelIndex(document: string): Pick<ModelIndex, 'breakingSince' | 'models'> | null {
  const root = parseJsonOrUndefined(document);
  const models = new Map<string, IndexedModel>();
  for (const [key, entry] of listEntries(root).slice(0, maxModels)) {
    const model = parseModel(key, entry);
    if (model) models.set(model.id, joinModels(models.get(model.id), model));
  }
  if (models.size === 0) return null;
  return { breakingSince: parseBreakingSince(parseObject(root) ?? {}), models: [...models.values()] };
}

/** Lists an array, or a map by id. Either may be in a member `models` or `data`. The key is null in an array. */
function listEntries(root: unknown): readonly (readonly [key: string | null, entry: unknown])[] {
  if (Array.isArray(root)) return root.map((entry) => [null, entry] as const);
  const object = parseObject(root) ?? {};
  const inner = object['models'] ?? object['data'];
  if (typeof inner === 'object' && inner !== null) return listEntries(inner);
  return Object.entries(object).filter(([, entry]) => typeof entry === 'object' && entry !== null);
}

function parseModel(key: string | null, value: unknown): IndexedModel | null {
  // A map may contain only the endpoints, an array only the identifiers.
  const entry = parseObject(value) ?? (key === null ? { id: value } : { endpoints: value });
  const id = textAt(entry, 'modelId', 'model_id', 'id', 'model') ?? key ?? textAt(entry, 'name');
  if (id === null || !isPublishedModelId(id)) return null;
  const title = textAt(entry, 'title', 'display_name', 'name');
  return {
    id,
    title: title === id ? null : plainText(title, 80),
    description: plainText(entry['description'] ?? entry['summary']),
    modality: parseModality(entry),
    ...parseEndpoints(entry),
  };
}

/** Only a path for POST is an endpoint of the model. A GET path beside it is the task query. */
function parseEndpoints(entry: WireObject): Pick<IndexedModel, 'endpoints' | 'pollPath'> {
  const listed = entry['endpoints'] ?? entry['endpoint'] ?? entry['path'];
  const named = (Array.isArray(listed) ? parseArray(listed) : [listed]).flatMap((each) => parseEndpoint(each) ?? []);
  const queries = named.filter(({ method, path }) => method === 'GET' || path.includes('{task_id}'));
  const endpoints = named.filter((each) => !queries.includes(each) && (each.method ?? 'POST') === 'POST');
  const poll = entry['pollEndpoint'] ?? entry['poll_endpoint'] ?? entry['pollPath'];
  const query = parseEndpoint(poll) ?? queries[0];
  return {
    endpoints: endpoints.map(({ path, alias }) => ({ path, alias })),
    pollPath: query?.path.includes('{task_id}') ? query.path : query ? `${query.path}/{task_id}` : null,
  };
}

/** Words that indexes use for the modality of a model. The first match counts. */
const modalityWords: readonly (readonly [words: RegExp, modality: Modality])[] = [
  [/video/i, 'video'],
  [/image|portrait|midjourney/i, 'image'],
  [/music|song/i, 'music'],
  [/speech|tts|voice|audio/i, 'speech'],
  [/chat|text|llm|language/i, 'chat'],
];

function parseModality(entry: WireObject): Modality | null {
  const says = ['modality', 'type', 'category', 'tag', 'kind'].flatMap((name) => parseText(entry[name]) ?? []);
  const meant = says.flatMap((word) => modalityWords.find(([words]) => words.test(word))?.[1] ?? []);
  return meant[0] ?? null;
}

/** Joins the entries of a model that is listed once per endpoint. */
function joinModels(before: IndexedModel | undefined, model: IndexedModel): IndexedModel {
  if (!before) return model;
  return {
    ...before,
    title: before.title ?? model.title,
    description: before.description ?? model.description,
    modality: before.modality ?? model.modality,
    endpoints: [...before.endpoints, ...model.endpoints],
    pollPath: before.pollPath ?? model.pollPath,
  };
}
