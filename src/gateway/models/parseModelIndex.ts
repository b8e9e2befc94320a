import type { Modality } from '../../core/catalog/catalog.ts';
import type { IndexedModel, PublishedModels } from '../../core/catalog/published/modelIndex.ts';
import { isPublishedModelId } from '../../core/catalog/published/publishedNames.ts';
import * as z from '../../core/support/zod.ts';
import { parseArray, parseJsonOrUndefined, parseObject, parseText, type WireObject } from '../wire/wireObject.ts';
import { plainText, parseEndpoint, parseBreakingSince } from './sharedParts.ts';

/** Far more models than any gateway has. */
const maxModels = 5_000;

const text = z.withFallback(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))), null);
const entrySchema = z.object({
  id: text,
  modelId: text,
  model_id: text,
  model: text,
  name: text,
  title: text,
  display_name: text,
});

/**
 * Returns null if the document is not an index of models. A document without models must not replace the last good
 * copy. Only entries that cannot be read are left out.
 */
export function parseModelIndex(document: string): PublishedModels | null {
  const root = parseJsonOrUndefined(document);
  const entries = listEntries(root);
  if (!entries) return null;
  const models = new Map<string, IndexedModel>();
  for (const [key, entry] of entries.slice(0, maxModels)) {
    const model = parseModel(key, entry);
    if (model) models.set(model.id, joinModels(models.get(model.id), model));
  }
  if (models.size === 0) return null;
  return { breakingSince: parseBreakingSince(parseObject(root) ?? {}), models: [...models.values()] };
}

/** Lists an array, or a map by id. Either may be in a member `models` or `data`. The key is null in an array. */
function listEntries(root: unknown): readonly (readonly [key: string | null, entry: unknown])[] | null {
  if (Array.isArray(root)) return root.map((entry) => [null, entry] as const);
  const object = parseObject(root);
  if (!object) return null;
  const inner = object['models'] ?? object['data'];
  if (typeof inner === 'object' && inner !== null) return listEntries(inner);
  const members = Object.entries(object).filter(([, entry]) => Array.isArray(entry) || parseObject(entry));
  return members.length > 0 || Object.keys(object).length === 0 ? members : null;
}

function parseModel(key: string | null, value: unknown): IndexedModel | null {
  // A map may contain only the endpoints, an array only the identifiers.
  const entry = parseObject(value) ?? (key === null ? { id: value } : { endpoints: value });
  const parsed = z.safeParse(entrySchema, { ...nulls, ...entry });
  if (!parsed.success) return null;
  const { modelId, model_id, model, name, title, display_name } = parsed.data;
  const id = modelId ?? model_id ?? parsed.data.id ?? model ?? key ?? name;
  if (id === null || !isPublishedModelId(id)) return null;
  const named = title ?? display_name ?? name;
  return {
    id,
    title: named === id ? null : plainText(named, 80),
    description: plainText(entry['description'] ?? entry['summary']),
    modality: parseModality(entry),
    ...parseEndpoints(entry),
  };
}

const nulls = { id: null, modelId: null, model_id: null, model: null, name: null, title: null, display_name: null };

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
  for (const word of says) {
    const found = modalityWords.find(([words]) => words.test(word));
    if (found) return found[1];
  }
  return null;
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
