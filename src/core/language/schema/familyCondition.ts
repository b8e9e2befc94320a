import type { Catalog, ModelFamily } from '../../catalog/catalog.ts';
import { modelPrefixes } from '../../catalog/modelPrefixes.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { JsonObject } from '../../support/json/json.ts';

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
export function buildFamilyCondition(family: ModelFamily, catalog: Catalog): JsonObject {
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
