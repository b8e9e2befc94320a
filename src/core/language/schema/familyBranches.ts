/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema; nothing awaits a schema. */
import type { Catalog, ModelFamily } from '../../catalog/catalog.ts';
import { constraintSchema } from '../../catalog/constraintSchema.ts';
import { listRequired, type Field, type FieldType } from '../../catalog/field.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { buildFamilyCondition } from './familyCondition.ts';

/** Null leaves a field out, and an expression may be any value. */
const nothing = { type: 'null' } as const;
const expression = { type: 'string', pattern: '\\$\\{\\{' } as const;

/**
 * Builds one branch for each family, because the fields depend on the model, and on the endpoint if a model has several
 * sets of fields. `isWhole`: the schema sees all keys of the job, so it can report missing ones.
 */
export function buildFamilyBranches(
  catalog: Catalog,
  { isWhole }: { readonly isWhole: boolean },
): readonly JsonObject[] {
  return catalog.families.map((family) => ({
    if: buildFamilyCondition(family, catalog),
    then: isWhole ? missingSchema(family) : fieldsSchema(family),
  }));
}

/** Rules that only warn, and those that a schema cannot express, are left out. */
function missingSchema({ fields, rules }: ModelFamily): JsonObject {
  const groups = rules.filter(({ kind, source }) => kind === 'one-of' && source === 'specification');
  const wanted = groups.map(({ fields: names }) => ({ anyOf: names.map((name) => ({ required: [name] })) }));
  return { required: listRequired(fields), ...(wanted.length > 0 ? { allOf: wanted } : {}) };
}

function fieldsSchema({ fields, rules }: ModelFamily): JsonObject {
  const exclusive = rules.filter(({ kind, source }) => kind === 'exclusive' && source === 'specification');
  const apart = exclusive.map(({ fields: names }) => ({ not: { required: [...names] } }));
  return { properties: fieldSchemas(fields), ...(apart.length > 0 ? { allOf: apart } : {}) };
}

function fieldSchemas(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, fieldSchema(field)])),
  );
}

function fieldSchema({ type, typeSource, description, constraints = [], ...field }: Field): JsonObject {
  const known = constraints.flatMap((each) => (each.kind === 'enum' && each.source === 'observed' ? each.values : []));
  const examples = [...known, ...(field.suggestions ?? [])];
  const value: JsonObject = {
    ...(typeSource === 'observed' ? {} : typeSchema(type)),
    ...constraintSchema(constraints),
  };
  return {
    description,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(examples.length > 0 ? { examples } : {}),
    ...(Object.keys(value).length === 0 ? {} : { anyOf: [value, nothing, expression] }),
  };
}

function typeSchema(type: FieldType): JsonObject {
  switch (type.kind) {
    case 'unknown':
      return {};
    case 'array':
      return { type: 'array', items: { anyOf: [typeSchema(type.items), expression] } };
    case 'object':
      return { type: 'object', properties: fieldSchemas(type.fields), required: listRequired(type.fields) };
    case 'string':
    case 'boolean':
    case 'number':
    case 'integer':
      return { type: type.kind };
    default:
      return assertNever(type);
  }
}
