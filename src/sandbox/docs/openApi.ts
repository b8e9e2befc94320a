import type { Catalog, Endpoint, ModelFamily } from '../../core/catalog/catalog.ts';
import { constraintSchema } from '../../core/catalog/constraintSchema.ts';
import { listRequired, type Field, type FieldType } from '../../core/catalog/field.ts';
import { isReservedKey } from '../../core/catalog/reservedKeys.ts';
import { applyChatSugar } from '../../core/jobFile/requests/buildBody.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import type { JsonObject } from '../../core/support/json/json.ts';

/** The description of a gateway with this interface (interface specification 9). */
const info: JsonObject = {
  title: 'Genwright sandbox',
  version: '1.5.18',
  'x-breaking-changes-since': '2026-05-13',
};

/** A family on one of its paths. */
interface Service {
  readonly family: ModelFamily;
  readonly endpoint: Endpoint;
}

/**
 * `openapi/en.import.yaml`. A path with several families accepts any of their bodies. Each body is also described under
 * an `#alias` of the path, which must not be called.
 */
export function buildOpenApi({ families }: Catalog): JsonObject {
  const services = families.flatMap((family) => family.endpoints.map((endpoint) => ({ family, endpoint })));
  const paths = [...new Set(services.map(({ endpoint }) => endpoint.path))];
  const pollPaths = [...new Set(services.flatMap(({ endpoint }) => endpoint.pollPath ?? []))];
  return {
    openapi: '3.1.0',
    info,
    security: [{ bearer: [] }],
    paths: Object.fromEntries([
      ...paths.flatMap((path) =>
        buildPathItems(
          path,
          services.filter(({ endpoint }) => endpoint.path === path),
        ),
      ),
      ...pollPaths.map((path) => [path, buildQuery()] as const),
    ]),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(services.map((service) => [nameOf(service), buildBodySchema(service)])),
    },
  };
}

type PathItem = readonly [path: string, item: JsonObject];

function buildPathItems(path: string, services: readonly Service[]): readonly PathItem[] {
  const refs = services.map((service) => ({ $ref: `#/components/schemas/${nameOf(service)}` }));
  const [only] = refs;
  if (refs.length === 1 && only) return [[path, buildCreate(services, only)]];
  const aliases = services.map((service): PathItem => {
    const schema = { $ref: `#/components/schemas/${nameOf(service)}` };
    return [`${path}#${service.family.id}`, buildCreate([service], schema)];
  });
  return [[path, buildCreate(services, { anyOf: refs })], ...aliases];
}

function buildCreate(services: readonly Service[], schema: JsonObject): JsonObject {
  const isTask = services.some(({ endpoint }) => endpoint.pollPath !== null);
  const tags = [...new Set(services.map(({ family }) => family.modality))];
  const summary = services.length === 1 ? (services[0]?.family.title ?? '') : tags.join(', ');
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const responses = {
    '200': { description: isTask ? 'The task, or the result of a model that answers at once' : 'The result' },
    '400': { description: 'TaskErrorResponse' },
    '401': { description: 'ErrorResponse' },
  };
  return { post: { summary, tags, requestBody, responses } };
}

function buildQuery(): JsonObject {
  const parameters = [{ name: 'task_id', in: 'path', required: true, schema: { type: 'string' } }];
  return { get: { summary: 'The task', parameters, responses: { '200': { description: 'Status and results' } } } };
}

/** A family has one schema for each path with a different API format of chat, and otherwise only one. */
function nameOf({ family, endpoint }: Service): string {
  return endpoint.dialect ? `${family.id}-${endpoint.dialect}` : family.id;
}

function buildBodySchema({ family, endpoint }: Service): JsonObject {
  const fields = wireFieldsOf(family, endpoint);
  const model = { type: 'string', ...(family.models.length > 0 ? { enum: family.models } : {}) };
  return {
    type: 'object',
    description: family.description,
    properties: { ...(endpoint.takesNoModel ? {} : { model }), ...buildFieldSchemas(fields) },
    ...buildRequired([...(endpoint.takesNoModel ? [] : ['model']), ...listRequired(fields)]),
  };
}

/** Builds the JSON Schema of a body: its fields by their main names. */
function buildFieldSchemas(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, buildSchema(field)]));
}

/** Empty without names, because OpenAPI 3.0 has no empty list of required names. */
function buildRequired(names: readonly string[]): JsonObject {
  return names.length > 0 ? { required: names } : {};
}

/** Contains only what the gateway requires: its own description has no observed constraints. */
function buildSchema({ type, description, default: assumed, constraints = [] }: Field): JsonObject {
  return {
    ...buildType(type),
    description,
    ...(assumed === undefined ? {} : { default: assumed }),
    ...constraintSchema(constraints),
  };
}

function buildType(type: FieldType): JsonObject {
  switch (type.kind) {
    case 'unknown':
      return {};
    case 'array':
      return { type: 'array', items: buildType(type.items) };
    case 'object':
      return {
        type: 'object',
        properties: buildFieldSchemas(type.fields),
        ...buildRequired(listRequired(type.fields)),
      };
    case 'string':
    case 'boolean':
    case 'number':
    case 'integer':
      return { type: type.kind };
    default:
      return assertNever(type);
  }
}

/** Fields of chat jobs that become messages of the body. */
const sugar = ['prompt', 'system'];

/** Returns the fields as they are sent. */
function wireFieldsOf({ fields }: ModelFamily, { dialect }: Endpoint): readonly Field[] {
  if (!dialect) return fields;
  return fields.filter(({ name }) => !sugar.includes(name) || (dialect === 'messages' && name === 'system'));
}

/** Returns the sample of a family as it is sent. A chat is requested without a stream. */
export function buildSampleBody(
  { sample }: ModelFamily,
  { dialect, takesNoModel }: Endpoint,
  model: string,
): JsonObject {
  const head = takesNoModel ? {} : { model };
  const sent = Object.fromEntries(Object.entries(sample).filter(([key]) => !isReservedKey(key)));
  // Samples contain no expressions, so the result is JSON as well.
  return { ...head, ...(dialect ? (applyChatSugar({ stream: false, ...sent }, dialect) as JsonObject) : sent) };
}
