import type { ModelFamily } from '../../catalog/catalog.ts';
import type { Field } from '../../catalog/field.ts';
import { readingByName, readingOfField } from '../../catalog/mediaFields.ts';
import { lazy } from '../../support/lazy.ts';
import { closestName } from '../../support/text/closestName.ts';
import { type CompiledField, compileAxisField } from '../compile/compileJob.ts';
import { describeCombination, findAxis } from '../compile/variant.ts';
import { buildProblem, buildRelated, type Problem } from '../problem.ts';
import { prepareField, type PrepareContext, type PreparedField } from './prepareField.ts';

/** Returns the fields of the job, and those that axes set. The latter win. */
export function prepareFields(context: PrepareContext): readonly PreparedField[] {
  const { compiled, family, options } = context;
  const axisFields = new Map(listAxisFields(context).map((field) => [field.entry.key, field]));
  const own = compiled.fields.filter(({ entry }) => !axisFields.has(entry.key));
  const all = [...own, ...axisFields.values()];
  const known = family && options.catalog.fieldsOf(family);
  if (known) addNamesakes(all, known, context);
  const unused = lazy(() => (known ? listUnused(known, all) : []));
  return all.map((compiledField) => {
    const { key } = compiledField.entry;
    const field = known?.get(key) ?? null;
    if (known && !field) addUnknown(compiledField, unused(), context);
    const axis = axisFields.get(key) === compiledField ? findAxis(compiled.expansion.axes, key) : undefined;
    // Image models are known to accept `data:` URIs (observed). For others it is unknown.
    const reading = field ? readingOfField(field, { takesData: family?.modality === 'image' }) : readingByName(key);
    return prepareField(compiledField, {
      ...context,
      field,
      reading,
      axis,
      isTypeBinding: key === 'messages' && isJoined(all, family),
    });
  });
}

/** Chat adds `prompt` and `system` to the list of messages, which replaces any other value. */
function isJoined(fields: readonly CompiledField[], family: ModelFamily | null): boolean {
  const joins = family?.endpoints.some(({ dialect }) => dialect === 'completions' || dialect === 'messages') ?? false;
  return joins && fields.some(({ entry }) => entry.key === 'prompt' || entry.key === 'system');
}

/** Extras are sent verbatim: no files are read, and only values that JSON cannot hold are errors. */
export function prepareExtras(context: PrepareContext): readonly PreparedField[] {
  const known = context.family && context.options.catalog.fieldsOf(context.family);
  return context.compiled.request.map((extra) => {
    const verbatim = { field: null, reading: null, axis: undefined, isTypeBinding: false };
    const prepared = prepareField(extra, { ...context, ...verbatim });
    return { ...prepared, name: known?.get(extra.entry.key)?.name ?? extra.entry.key };
  });
}

/** An axis that no expression references sets the field with its name, if the model has one. */
function listAxisFields(context: PrepareContext): readonly CompiledField[] {
  const { compiled, family, options } = context;
  const { expansion, variables, output, fields } = compiled;
  const written = new Map(fields.map((field) => [field.entry.key, field]));
  const known = family && options.catalog.fieldsOf(family);
  return expansion.axes.flatMap(({ name }) => {
    if (variables.has(name)) return [];
    const field = name === 'model' ? null : compileAxisField(name, expansion, written.get(name));
    if (field && (!known || known.has(name))) return [field];
    // A job that sets its own model would send the same request, and pay for it, once for each value.
    const setsModel = name === 'model' && !compiled.job.model;
    if (!setsModel && !output.dependencies.has(name)) addForModel(describeNoEffect(name, context), context);
    return [];
  });
}

function describeNoEffect(name: string, { compiled, family }: PrepareContext): Problem {
  const entry = compiled.job.matrix?.axes.find(({ key }) => key === name);
  const range = entry?.keyRange ?? findAxis(compiled.expansion.axes, name)?.values[0]?.node ?? compiled.job.label;
  if (name === 'model') return buildProblem('no-effect', range, { args: { axis: name, variant: 'model' } });
  const fields = family?.fields ?? [];
  const keys = entry ? ['include', 'exclude'] : [];
  const suggestion = closestName(name, [...keys, ...fields.map((field) => field.name)]);
  const args = { axis: name, ...(suggestion === undefined ? {} : { suggestion, variant: 'suggestion' }) };
  return buildProblem('no-effect', range, { args });
}

function addUnknown(
  { entry: { key, keyRange, value } }: CompiledField,
  unused: readonly string[],
  context: PrepareContext,
): void {
  const { isStrict } = context.options;
  const written = value.kind === 'scalar' ? value.value : null;
  const suggestion = findMeant({ key, written }, unused, context.family?.fields ?? []);
  const variant = `${isStrict ? 'strict' : 'sent'}${suggestion ? '-suggestion' : ''}`;
  const args = { field: key, variant, ...(suggestion ? { suggestion } : {}) };
  addForModel(buildProblem('unknown-field', keyRange, { severity: isStrict ? 'error' : 'warning', args }), context);
}

/**
 * Returns the field that an unknown key probably means: a member of an object as a path (`metadata.image`), a similar
 * name, a name with the key as one of its words, or the only field that lists the value.
 */
function findMeant(
  { key, written }: { readonly key: string; readonly written: unknown },
  unused: readonly string[],
  fields: readonly Field[],
): string | undefined {
  const members = fields.flatMap(({ name, type }) =>
    type.kind === 'object' ? type.fields.map((member) => `${name}.${member.name}`) : [],
  );
  const listing = fields.filter(
    ({ name, type, constraints = [], suggestions = [] }) =>
      type.kind === 'string' &&
      unused.includes(name) &&
      [...suggestions, ...constraints.flatMap((each) => (each.kind === 'enum' ? each.values : []))].some(
        (each) => each === written,
      ),
  );
  return (
    members.find((path) => path.endsWith(`.${key}`)) ??
    closestName(key, unused) ??
    [...unused, ...members].find((path) => path.split(/[._]/).includes(key)) ??
    (listing.length === 1 ? listing[0]?.name : undefined)
  );
}

/** Returns the possible meanings of a mistyped key: the names of fields that are not set under any name. */
function listUnused(known: ReadonlyMap<string, Field>, fields: readonly CompiledField[]): readonly string[] {
  const used = new Set(fields.map(({ entry }) => known.get(entry.key)?.name));
  return [...known].flatMap(([key, { name }]) => (used.has(name) ? [] : [key]));
}

/** A field that is set under its name and under an alias: both would be sent, and it is unknown which one is used. */
function addNamesakes(
  fields: readonly CompiledField[],
  known: ReadonlyMap<string, Field>,
  context: PrepareContext,
): void {
  const first = new Map<string, CompiledField['entry']>();
  for (const { entry } of fields) {
    const name = known.get(entry.key)?.name ?? entry.key;
    const other = first.get(name);
    first.set(name, other ?? entry);
    if (!other) continue;
    const args = { first: other.key, second: entry.key };
    const related = [buildRelated('other-field', other.keyRange, { name: other.key })];
    addForModel(buildProblem('exclusive-fields', entry.keyRange, { severity: 'warning', args, related }), context);
  }
}

function addForModel(problem: Problem, { first, modelDependencies, collector }: PrepareContext): void {
  collector.add(problem, first ? describeCombination(first, modelDependencies) : '');
}
