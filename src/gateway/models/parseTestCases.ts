import type { IndexedSample, ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import { isJsonObject, stringifyJson, type JsonObject } from '../../core/support/json/json.ts';
import { parseJson } from '../../core/support/json/parseJson.ts';
import { parseArray, parseObject, parseText, textAt } from '../wire/wireObject.ts';
import { parseEndpoint, plainText } from './sharedParts.ts';

/** Samples are starting points for users, so whole media inside them are not wanted. */
const maxSampleCharacters = 20_000;
const maxSamples = 2_000;

/** Parses `test-cases.json`. Returns null if it is not JSON of that kind. Cases that cannot be read are left out. */
export function parseTestCases(document: string): Pick<ModelIndex, 'samples'> | null {
  try {
    const cases = listCases(parseJson(document));
    return cases && { samples: cases.slice(0, maxSamples).flatMap(([model, value]) => parseCase(model, value) ?? []) };
  } catch {
    return null;
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
  // Without a wrapper the entry is the payload itself.
  const { model: named, ...body } = (wrapped ?? entry) as JsonObject;
  if (!isJsonObject(body) || Object.keys(body).length === 0) return null;
  if (stringifyJson(body).length > maxSampleCharacters) return null;
  const place = wrapped && parseEndpoint(entry['endpoint'] ?? entry['path'] ?? entry['url']);
  return {
    title: wrapped ? plainText(entry['title'] ?? entry['name'] ?? entry['description'], 80) : null,
    model: parseText(named) ?? textAt(entry, 'model', 'modelId') ?? key,
    endpoint: place?.path ?? null,
    body,
  };
}
