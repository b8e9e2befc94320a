import type { Catalog, Endpoint, ModelFamily } from '../../core/catalog/catalog.ts';
import { constraintSchema } from '../../core/catalog/constraintSchema.ts';
import { listRequired, type Field, type FieldType } from '../../core/catalog/field.ts';
import { isReservedKey } from '../../core/catalog/reservedKeys.ts';
import { applyChatSugar } from '../../core/jobFile/requests/buildBody.ts';
import type { JsonObject } from '../../core/support/json/json.ts';

/** The description of a gateway with this interface (interface specification 9). */
const info: JsonObject = {
  title: 'Genwright sandbox',
  version: '1.5.18',
  'x-breaking-changes-since': '2026-05-13',
};

interface Service {
  readonly family: ModelFamily;
  readonly endpoint: Endpoint;
}

/** `openapi/en.import.yaml`. A path with several families accepts any of their bodies. */
export function buildOpenApi({ families }: Catalog): JsonObject {
  const services = families.flatMap((family) => family.endpoints.map((endpoint) => ({ family, endpoint })));
  const creates = [...new Set(services.map(({ endpoint }) => endpoint.path))].map((path) => {
    const here = services.filter(({ endpoint }) => endpoint.path === path);
    const anyOf = here.map((service) => ({ $ref: `#/components/schemas/${nameOf(service)}` }));
    const requestBody = { required: true, content: { 'application/json': { schema: { anyOf } } } };
    return [path, { post: { requestBody } }] as const;
  });
  const pollPaths = new Set(services.flatMap(({ endpoint }) => endpoint.pollPath ?? []));
  const parameters = [{ name: 'task_id', in: 'path', required: true, schema: { type: 'string' } }];
  const queries = [...pollPaths].map((path) => [path, { get: { parameters } }] as const);
  return {
    openapi: '3.1.0',
    info,
    paths: Object.fromEntries([...creates, ...queries]),
    components: {
      schemas: Object.fromEntries(services.map((service) => [nameOf(service), buildBodySchema(service)])),
    },
  };
}

/** A family has one schema for each path with a different API format of chat, and otherwise only one. */
function nameOf({ family, endpoint }: Service): string {
  return endpoint.dialect ? `${family.id}-${endpoint.dialect}` : family.id;
}

function buildBodySchema({ family, endpoint }: Service): JsonObject {
  const fields = wireFieldsOf(family, endpoint);
  const { properties, required } = buildObject(fields);
  if (endpoint.takesNoModel) return { type: 'object', properties, required };
  const model = { type: 'string', ...(family.models.length > 0 ? { enum: family.models } : {}) };
  return { type: 'object', properties: { model, ...properties }, required: ['model', ...required] };
}

/** Describes fields by their main names. */
function buildObject(fields: readonly Field[]) {
  const properties: JsonObject = Object.fromEntries(fields.map((field) => [field.name, buildSchema(field)]));
  return { type: 'object', properties, required: listRequired(fields) };
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
  if (type.kind === 'array') return { type: 'array', items: buildType(type.items) };
  if (type.kind === 'object') return buildObject(type.fields);
  return type.kind === 'unknown' ? {} : { type: type.kind };
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
