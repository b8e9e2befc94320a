/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema; nothing awaits a schema. */
import type { Catalog, ModelFamily } from '../../catalog/catalog.ts';
import { constraintSchema } from '../../catalog/constraintSchema.ts';
import { type Field, type FieldType, listRequired } from '../../catalog/field.ts';
import { modelPrefixes } from '../../catalog/modelPrefixes.ts';
import { assertNever } from '../../support/assertNever.ts';
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

/** Models by identifier, and by the start of their identifiers. */
interface Names {
  readonly ids: readonly string[];
  readonly starts: readonly string[];
}

/** How a family is selected among those of a model: it is the only one, the default, or the one of `gen.endpoint`. */
type Selection = 'only' | 'default' | 'chosen';

/**
 * Builds a JSON Schema that tests whether a job belongs to the family, with the result of `findModel` and `familyAt`.
 */
function buildFamilyCondition(family: ModelFamily, catalog: Catalog): JsonObject {
  const selections: readonly Selection[] = ['only', 'default', 'chosen'];
  const conditions = selections.flatMap((selection) => buildCondition(family, selection, catalog));
  if (family.models.length === 0) conditions.push({ properties: chosenAt(family), required: ['gen'] });
  const [only] = conditions;
  return conditions.length === 1 && only ? only : { anyOf: conditions };
}

function buildCondition(family: ModelFamily, selection: Selection, catalog: Catalog): readonly JsonObject[] {
  const isHere = (name: string): boolean => selectionOf(family, name, catalog) === selection;
  const own = { ids: family.models.filter(isHere), starts: (family.prefixes ?? []).filter(isHere) };
  if (own.ids.length + own.starts.length === 0) return [];
  const model = nameSchema(own, namesOf(catalog));
  switch (selection) {
    case 'only':
      return [{ properties: { model }, required: ['model'] }];
    case 'default':
      return [{ properties: { model, gen: endpointAmong(family) }, required: ['model'] }];
    case 'chosen':
      return [{ properties: { model, ...chosenAt(family) }, required: ['model', 'gen'] }];
    default:
      return assertNever(selection);
  }
}

function selectionOf(family: ModelFamily, name: string, catalog: Catalog): Selection {
  const families = catalog.findModel(name)?.families ?? [family];
  if (families.length === 1) return 'only';
  return families[0] === family ? 'default' : 'chosen';
}

/** Also holds if no endpoint is set. */
function endpointAmong({ endpoints }: ModelFamily): JsonObject {
  return { properties: { endpoint: { enum: endpoints.map(({ path }) => path) } } };
}

function chosenAt(family: ModelFamily): JsonObject {
  return { gen: { type: 'object', ...endpointAmong(family), required: ['endpoint'] } };
}

function namesOf({ families, models }: Catalog): Names {
  const starts = [...families.flatMap((each) => each.prefixes ?? []), ...modelPrefixes.map(({ prefix }) => prefix)];
  return { ids: [...models.keys()], starts: [...new Set(starts)] };
}

function nameSchema(own: Names, all: Names): JsonObject {
  const schemas = [
    ...(own.ids.length > 0 ? [{ enum: [...own.ids] }] : []),
    ...own.starts.map((start) => startSchema(start, own, all)),
  ];
  const [only] = schemas;
  return schemas.length === 1 && only ? only : { anyOf: schemas };
}

/** A listed identifier takes precedence over any start, and the longest start wins. */
function startSchema(start: string, own: Names, all: Names): JsonObject {
  const ids = all.ids.filter((id) => id.startsWith(start) && !own.ids.includes(id));
  const longer = all.starts.filter(
    (each) => each.length > start.length && each.startsWith(start) && !own.starts.includes(each),
  );
  const others = [...(ids.length > 0 ? [{ enum: ids }] : []), ...longer.map(startPattern)];
  return { type: 'string', ...startPattern(start), ...(others.length > 0 ? { not: { anyOf: others } } : {}) };
}

function startPattern(start: string): JsonObject {
  return { pattern: `^${start.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}` };
}
