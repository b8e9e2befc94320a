import { createHash } from 'node:crypto';
import type { Catalog, Model, ModelFamily } from '../../core/catalog/catalog.ts';
import { writeEntries } from '../../core/jobFile/write/writeValue.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '../../core/support/json/json.ts';
import type { CallHead } from '../http/call.ts';
import { errorResponse, textBody, type GatewayResponse } from '../http/response.ts';
import { buildOpenApi, buildSampleBody } from './openApi.ts';

/** A published file. */
interface Doc {
  readonly mediaType: string;
  readonly text: string;
  /** The ETag with its quotes. */
  readonly etag: string;
}

export type Docs = ReturnType<typeof createDocs>;

/** The files below `/docs`, which are built on first use. */
export function createDocs(catalog: Catalog) {
  let docs: ReadonlyMap<string, Doc> | undefined;
  const make = (): ReadonlyMap<string, Doc> =>
    new Map([
      ['/docs/model-index.json', buildDoc(stringifyJson(buildModelIndex(catalog)), 'application/json')],
      ['/docs/openapi/en.import.yaml', buildDoc(`${writeEntries(buildOpenApi(catalog), '')}\n`, 'application/yaml')],
      ['/docs/test-cases.json', buildDoc(stringifyJson(buildTestCases(catalog)), 'application/json')],
    ]);
  return { find: (path: string) => (docs ??= make()).get(path) };
}

function buildDoc(text: string, mediaType: string): Doc {
  return { text, mediaType, etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"` };
}

/** Handles GET and HEAD of a published file, without a key. */
export function serveDocs(docs: Docs, { path, headers }: CallHead): GatewayResponse {
  const doc = docs.find(path);
  if (!doc) return errorResponse(404, 'not_found', `The sandbox has nothing at ${path}.`);
  const { text, mediaType, etag } = doc;
  const common = { etag, 'cache-control': 'no-cache' };
  const known = (headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers: common, body: textBody('') };
  return { status: 200, headers: { ...common, 'content-type': `${mediaType}; charset=utf-8` }, body: textBody(text) };
}

/** `model-index.json`: the content of the interface specification 1.5, and a name. */
function buildModelIndex({ models }: Catalog): JsonObject {
  return { models: [...models.values()].map(buildEntry) };
}

/** A model is asynchronous if its default endpoint is. */
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
