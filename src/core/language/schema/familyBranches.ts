/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema; nothing awaits a schema. */
import type { Catalog, ModelFamily } from '../../catalog/catalog.ts';
import { constraintSchema } from '../../catalog/constraintSchema.ts';
import { type Field, type FieldType, listRequired } from '../../catalog/field.ts';
import { modelPrefixes } from '../../catalog/modelPrefixes.ts';
import type { JsonObject } from '../../support/json/json.ts';

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
    then: isWhole ? missingSchema(family) : { properties: fieldSchemas(family.fields) },
  }));
}

/** Other rules, and those that only warn, are left out. */
function missingSchema({ fields, rules }: ModelFamily): JsonObject {
  const groups = rules.filter(({ kind, source }) => kind === 'one-of' && source === 'specification');
  const wanted = groups.map(({ fields: names }) => ({ anyOf: names.map((name) => ({ required: [name] })) }));
  return { required: listRequired(fields), ...(wanted.length > 0 ? { allOf: wanted } : {}) };
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
  if (type.kind === 'array') return { type: 'array', items: { anyOf: [typeSchema(type.items), expression] } };
  if (type.kind === 'object') {
    return { type: 'object', properties: fieldSchemas(type.fields), required: listRequired(type.fields) };
  }
  return type.kind === 'unknown' ? {} : { type: type.kind };
}

/**
 * Builds a JSON Schema that tests whether a job belongs to the family, with the result of `findModel` and `familyAt`: the
 * model has a name of the family, and `gen.endpoint` is one of its paths. Without an endpoint, a model has its default
 * family.
 */
function buildFamilyCondition(family: ModelFamily, catalog: Catalog): JsonObject {
  const endpoint = { properties: { endpoint: { enum: family.endpoints.map(({ path }) => path) } } };
  const chosen = { type: 'object', ...endpoint, required: ['endpoint'] };
  if (family.models.length + (family.prefixes ?? []).length === 0) {
    return { properties: { gen: chosen }, required: ['gen'] };
  }
  const isDefault = (name: string): boolean => (catalog.findModel(name)?.families[0] ?? family) === family;
  const byDefault = nameSchemas(family, isDefault, catalog).map((model) => ({
    properties: { model, gen: endpoint },
    required: ['model'],
  }));
  const byEndpoint = nameSchemas(family, (name) => !isDefault(name), catalog).map((model) => ({
    properties: { model, gen: chosen },
    required: ['model', 'gen'],
  }));
  return { anyOf: [...byDefault, ...byEndpoint] };
}

/** A listed identifier takes precedence over any start, and the longest start wins. */
function nameSchemas(
  family: ModelFamily,
  isWanted: (name: string) => boolean,
  catalog: Catalog,
): readonly JsonObject[] {
  const starts = [
    ...catalog.families.flatMap((each) => each.prefixes ?? []),
    ...modelPrefixes.map((each) => each.prefix),
  ];
  const ids = family.models.filter(isWanted);
  return [
    ...(ids.length > 0 ? [{ enum: ids }] : []),
    ...(family.prefixes ?? []).filter(isWanted).map((start) => {
      const listed = [...catalog.models.keys()].filter((id) => id.startsWith(start));
      const longer = starts.filter((each) => each !== start && each.startsWith(start));
      const others = [...(listed.length > 0 ? [{ enum: listed }] : []), ...longer.map(startPattern)];
      return { type: 'string', ...startPattern(start), ...(others.length > 0 ? { not: { anyOf: others } } : {}) };
    }),
  ];
}

function startPattern(start: string): JsonObject {
  return { pattern: `^${start.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}` };
}
