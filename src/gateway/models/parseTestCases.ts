import type { IndexedSample } from '../../core/catalog/published/modelIndex.ts';
import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '../../core/support/json/json.ts';
import { parseJson } from '../../core/support/json/parseJson.ts';
import { parseArray, parseObject, parseText, type WireObject } from '../wire/wireObject.ts';
import { plainText, parseEndpoint } from './sharedParts.ts';

/** Samples are starting points for users, so whole media inside them are not wanted. */
const maxSampleCharacters = 20_000;
const maxSamples = 2_000;

/**
 * Returns the samples of `test-cases.json`. Null if it is not JSON of that kind. Cases that cannot be read are left
 * out.
 */
export function parseTestCases(document: string): readonly IndexedSample[] | null {
  const root = parseOrUndefined(document);
  if (root === undefined) return null;
  const cases = listCases(root);
  return cases?.slice(0, maxSamples).flatMap(([model, value]) => parseCase(model, value) ?? []) ?? null;
}

function parseOrUndefined(document: string): JsonValue | undefined {
  try {
    return parseJson(document);
  } catch {
    return undefined;
  }
}

/** Lists an array of cases, a map from model to one or several cases, or either of them in a named member. */
function listCases(root: unknown): readonly (readonly [model: string | null, value: unknown])[] | null {
  if (Array.isArray(root)) return root.map((value) => [null, value] as const);
  const object = parseObject(root);
  if (!object) return null;
  const inner = ['cases', 'testCases', 'test_cases', 'tests', 'models', 'data', 'payloads']
    .map((name) => object[name])
    .find((value) => typeof value === 'object' && value !== null);
  if (inner !== undefined) return listCases(inner);
  return Object.entries(object).flatMap(([model, value]) =>
    Array.isArray(value) ? parseArray(value).map((each) => [model, each] as const) : [[model, value] as const],
  );
}

function parseCase(key: string | null, value: unknown): IndexedSample | null {
  const entry = parseObject(value);
  if (!entry) return null;
  const wrapped = ['payload', 'body', 'request', 'input'].map((name) => parseObject(entry[name])).find(Boolean);
  // Without a wrapper the entry is the payload itself, unless it contains nothing but a description.
  const body = (wrapped ?? entry) as JsonObject;
  const model = parseText(body['model']) ?? parseText(entry['model']) ?? parseText(entry['modelId']) ?? key;
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'model'));
  if (!isJsonObject(fields) || Object.keys(fields).length === 0) return null;
  if (stringifyJson(fields).length > maxSampleCharacters) return null;
  return { title: parseTitle(entry, wrapped), model, endpoint: parsePlace(entry, wrapped), body: fields };
}

function parseTitle(entry: WireObject, wrapped: WireObject | null | undefined): string | null {
  return wrapped ? plainText(entry['title'] ?? entry['name'] ?? entry['description'], 80) : null;
}

function parsePlace(entry: WireObject, wrapped: WireObject | null | undefined): string | null {
  return wrapped ? (parseEndpoint(entry['endpoint'] ?? entry['path'] ?? entry['url'])?.path ?? null) : null;
}
