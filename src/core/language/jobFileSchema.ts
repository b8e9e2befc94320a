/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema; nothing awaits a schema. */
import type { Catalog, ModelFamily } from '../catalog/catalog.ts';
import { bundledCatalog } from '../catalog/bundledCatalog.ts';
import { endpoints } from '../catalog/endpoints.ts';
import type { Constraint, Field, FieldType } from '../catalog/field.ts';
import { assertNever } from '../support/assertNever.ts';
import type { JsonObject, JsonValue } from '../support/json.ts';
import { collisions } from '../jobFile/controlKeys.ts';
import { keyDescriptions } from './messages.ts';

/**
 * The format as JSON Schema (draft 7), for other editors and CI. It holds what the interface specification binds;
 * what is only observed is offered as examples, since a schema knows no warnings.
 */
export function jobFileSchema(catalog: Catalog = bundledCatalog): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Genwright job file',
    type: 'object',
    if: { required: ['jobs'] },
    then: {
      properties: {
        $schema: true,
        gen: { $ref: '#/definitions/gen' },
        output: { $ref: '#/definitions/output' },
        jobs: {
          type: 'object',
          description: describe('jobs'),
          minProperties: 1,
          additionalProperties: { $ref: '#/definitions/job' },
        },
      },
      patternProperties: { '^x-': true },
      additionalProperties: false,
    },
    else: { $ref: '#/definitions/job' },
    definitions: { job: jobSchema(catalog), gen: genSchema(), output: outputSchema() },
  };
}

/** One branch for each family: which fields apply depends on `model`. Other fields pass, as they do when sent. */
function jobSchema({ families, models }: Catalog): JsonObject {
  return {
    type: 'object',
    properties: {
      model: { type: 'string', description: describe('model'), anyOf: [{ enum: [...models.keys()] }, {}] },
      gen: { $ref: '#/definitions/gen' },
      output: { $ref: '#/definitions/output' },
      request: { type: ['object', 'null'], description: describe('request') },
    },
    allOf: families.map((family) => ({
      if: { properties: { model: { enum: [...family.models] } }, required: ['model'] },
      then: familySchema(family),
    })),
  };
}

/** Rules that only warn are left out. */
function familySchema({ fields, rules }: ModelFamily): JsonObject {
  const binding = rules.filter(({ source }) => source === 'specification');
  return {
    properties: fieldSchemas(fields),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    allOf: binding.map(({ kind, fields: names }) => {
      const present = names.map((name) => ({ required: [name] }));
      return kind === 'one-of' ? { anyOf: present } : { not: { allOf: present } };
    }),
  };
}

function fieldSchemas(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, fieldSchema(field)])),
  );
}

function fieldSchema({ type, typeSource, description, constraints = [], ...field }: Field): JsonObject {
  const binding = constraints.filter(({ source }) => source === 'specification').map(constraintSchema);
  const known = constraints.flatMap((each) => (each.kind === 'enum' && each.source === 'observed' ? each.values : []));
  const examples = [...known, ...(field.suggestions ?? [])];
  return {
    description,
    ...(typeSource === 'observed' ? {} : typeSchema(type)),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(examples.length > 0 ? { examples } : {}),
    ...Object.assign({}, ...binding),
  };
}

/** Null is allowed everywhere: it leaves the field out. */
function typeSchema(type: FieldType): JsonObject {
  switch (type.kind) {
    case 'unknown':
      return {};
    case 'array':
      return { type: ['array', 'null'], items: typeSchema(type.items) };
    case 'object':
      return { type: ['object', 'null'], properties: fieldSchemas(type.fields) };
    case 'string':
    case 'boolean':
    case 'number':
    case 'integer':
      return { type: [type.kind, 'null'] };
    default:
      return assertNever(type);
  }
}

function constraintSchema(constraint: Constraint): JsonObject {
  switch (constraint.kind) {
    case 'enum':
      return { enum: [...constraint.values, null] };
    case 'range':
      return bounds(constraint, 'minimum', 'maximum');
    case 'length':
      return bounds(constraint, 'minLength', 'maxLength');
    case 'items':
      return bounds(constraint, 'minItems', 'maxItems');
    default:
      return assertNever(constraint);
  }
}

function bounds({ min, max }: { readonly min?: number; readonly max?: number }, low: string, high: string): JsonObject {
  return { ...(min === undefined ? {} : { [low]: min }), ...(max === undefined ? {} : { [high]: max }) };
}

function genSchema(): JsonObject {
  const paths = [...new Set(Object.values(endpoints).map(({ path }) => path))];
  const properties: Record<string, JsonValue> = {
    version: { const: 1 },
    name: { type: 'string' },
    description: { type: 'string' },
    labels: {},
    endpoint: { type: 'string', enum: paths },
    profile: { type: 'string' },
    defaults: { type: 'object' },
    concurrency: { type: 'integer', minimum: 1 },
    timeout_minutes: { type: 'number', exclusiveMinimum: 0 },
  };
  const described = Object.entries(properties).map(([key, schema]) => [
    key,
    { ...(schema as JsonObject), description: describe(`gen.${key}`) },
  ]);
  const map = { type: 'object', properties: Object.fromEntries(described), additionalProperties: false };
  return { description: describe('gen'), anyOf: [{ const: 1 }, { type: 'null' }, map] };
}

function outputSchema(): JsonObject {
  return {
    description: describe('output'),
    anyOf: [
      { type: ['string', 'null'] },
      {
        type: 'object',
        properties: {
          dir: { type: 'string', description: describe('output.dir') },
          name: { type: 'string', description: describe('output.name') },
          collision: { enum: [...collisions], description: describe('output.collision') },
          metadata: { enum: ['none'], description: describe('output.metadata') },
        },
        additionalProperties: false,
      },
    ],
  };
}

function describe(key: string): string {
  return keyDescriptions[key] ?? '';
}
