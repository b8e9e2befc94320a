import type { Catalog, Model, ModelFamily } from '../../core/catalog/catalog.ts';
import { writeEntries } from '../../core/jobFile/write/writeValue.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '../../core/support/json/json.ts';
import type { GatewayParts } from '../gatewayParts.ts';
import type { CallHead } from '../http/call.ts';
import { errorResponse, textResponse, type GatewayResponse } from '../http/response.ts';
import { buildOpenApi, buildSampleBody } from './openApi.ts';

const writers: ReadonlyMap<string, (catalog: Catalog) => string> = new Map([
  ['/docs/model-index.json', ({ models }) => stringifyJson({ models: [...models.values()].map(buildEntry) })],
  ['/docs/openapi/en.import.yaml', (catalog) => `${writeEntries(buildOpenApi(catalog), '')}\n`],
  ['/docs/test-cases.json', (catalog) => stringifyJson(buildTestCases(catalog))],
]);

/** Handles GET and HEAD of a published file, without a key. */
export function serveDocs({ catalog }: GatewayParts, { path }: CallHead): GatewayResponse {
  const write = writers.get(path);
  if (!write) return errorResponse(404, 'not_found', `The sandbox has nothing at ${path}.`);
  const mediaType = path.endsWith('.json') ? 'application/json' : 'application/yaml';
  return textResponse(200, write(catalog), { 'content-type': `${mediaType}; charset=utf-8` });
}

/**
 * Builds an entry of `model-index.json`: the content of the interface specification 1.5, and a name. A model is
 * asynchronous if its default endpoint is.
 */
function buildEntry({ id, families }: Model): JsonObject {
  const [{ title, description, modality, endpoints }] = families;
  const paths = families.flatMap((family) => family.endpoints.map(({ path }) => path));
  return {
    modelId: id,
    name: title,
    description,
    type: modality,
    endpoints: [...new Set(paths)],
    pollEndpoint: endpoints[0].pollPath,
  };
}

/** `test-cases.json`: a body for each model and each of its families, and for endpoints without a model. */
function buildTestCases({ models, families }: Catalog): JsonValue {
  const modelless = families.filter(({ endpoints: [{ takesNoModel }] }) => takesNoModel);
  return [
    ...[...models.values()].flatMap(({ id, families }) => families.map((family) => buildTestCase(family, id))),
    ...modelless.map((family) => buildTestCase(family, null)),
  ];
}

/** Uses the first endpoint of the family. */
function buildTestCase(family: ModelFamily, model: string | null): JsonObject {
  const [endpoint] = family.endpoints;
  return { model, endpoint: endpoint.path, payload: buildSampleBody(family, endpoint, model ?? '') };
}
