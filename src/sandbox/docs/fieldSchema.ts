import { constraintSchema } from '../../core/catalog/constraintSchema.ts';
import { listRequired, type Field, type FieldType } from '../../core/catalog/field.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import type { JsonObject } from '../../core/support/json/json.ts';

/** Builds the JSON Schema of a body: its fields by their main names. */
export function buildFieldSchemas(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, buildSchema(field)]));
}

/** Empty without names, because OpenAPI 3.0 has no empty list of required names. */
export function buildRequired(names: readonly string[]): JsonObject {
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
