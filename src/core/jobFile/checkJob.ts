import { checkRules } from '../catalog/checkRules.ts';
import { checkValue, type ValueFault } from '../catalog/checkValue.ts';
import type { Catalog, ModelFamily } from '../catalog/catalog.ts';
import type { Field, Source } from '../catalog/field.ts';
import { isMediaFieldName } from '../catalog/mediaFieldNames.ts';
import { closestName } from '../support/closestName.ts';
import type { TextRange } from '../support/textRange.ts';
import { findTarget, type CheckOptions, type Target } from './findTarget.ts';
import { findNonFinite } from './findNonFinite.ts';
import { findUnavailable } from './findUnavailable.ts';
import type { Job } from './job.ts';
import { buildProblem, isError, type Problem, type Severity } from './problem.ts';
import { mapToJson, type SyntaxEntry, type SyntaxNode } from './syntaxTree.ts';

/** A job against the catalog. `target` is null where the job can not be sent; `problems` then has an error. */
export interface CheckedJob {
  readonly job: Job;
  readonly target: Target | null;
  readonly problems: readonly Problem[];
}

/** Checks one job by itself; `text` is the whole file, for the exact place of an expression. */
export function checkJob(job: Job, text: string, options: CheckOptions): CheckedJob {
  const problems: Problem[] = [];
  const modelFaults = job.model ? findUnavailable(job.model.value, text, 'none') : [];
  const target = modelFaults.length > 0 ? null : findTarget(job, options, (problem) => problems.push(problem));
  const family = findFamilyOf(job, options.catalog);
  problems.push(...modelFaults);
  for (const entry of job.fields) problems.push(...checkField(entry, { family, text, ...options }));
  if (job.request) problems.push(...findUnavailable(job.request, text, 'none'));
  for (const entry of job.request?.entries ?? []) problems.push(...findNonFinite(entry));
  if (family && !job.isBroken) problems.push(...checkMissing(job, family, options.catalog));
  if (family) problems.push(...checkExclusive(job, family, options.catalog));
  return { job, target, problems };
}

/** Known by the model alone: a wrong endpoint is no reason to leave the fields unchecked. */
function findFamilyOf({ model }: Job, catalog: Catalog): ModelFamily | null {
  const modelId = model && mapToJson(model.value);
  return (typeof modelId === 'string' && catalog.models.get(modelId)?.family) || null;
}

interface FieldContext extends CheckOptions {
  readonly family: ModelFamily | null;
  readonly text: string;
}

function checkField(entry: SyntaxEntry, { family, text, catalog, isStrict }: FieldContext): readonly Problem[] {
  const known = family && catalog.fieldsOf(family);
  const field = known?.get(entry.key) ?? null;
  const isMedia = field ? field.isMedia === true : isMediaFieldName(entry.key);
  const unavailable = findUnavailable(entry.value, text, isMedia ? 'all' : 'by-name');
  if (unavailable.length > 0) return unavailable;
  if (field) return checkKnownValue(entry, field, isStrict);
  return [...(known ? [describeUnknown(entry, known, isStrict)] : []), ...findNonFinite(entry)];
}

function describeUnknown(
  { key, keyRange }: SyntaxEntry,
  known: ReadonlyMap<string, Field>,
  isStrict: boolean,
): Problem {
  const suggestion = closestName(key, known.keys());
  const variant = `${isStrict ? 'strict' : 'sent'}${suggestion ? '-suggestion' : ''}`;
  const args = { field: key, variant, ...(suggestion ? { suggestion } : {}) };
  return buildProblem('unknown-field', keyRange, { severity: isStrict ? 'error' : 'warning', args });
}

function checkKnownValue(entry: SyntaxEntry, field: Field, isStrict: boolean): readonly Problem[] {
  const problems = checkValue(mapToJson(entry.value), field).map((fault) => {
    const severity = isStrict && fault.code === 'unknown-field' ? 'error' : severityOf(fault.source);
    const { variant = '', ...args } = fault.args;
    const isRefused = isStrict && fault.code === 'unknown-field';
    return buildProblem(fault.code, placeOf(fault, entry.value), {
      severity,
      args: { ...args, ...(variant === '' ? {} : { variant: isRefused ? `strict-${variant}` : variant }) },
    });
  });
  const refused = new Set(problems.filter(isError).map(({ start }) => start));
  return [...problems, ...findNonFinite(entry).filter(({ start }) => !refused.has(start))];
}

/** The interface specification binds; what is only observed warns. */
function severityOf(source: Source): Severity {
  return source === 'specification' ? 'error' : 'warning';
}

/** Follows the path of a fault down to its node; an unknown key is shown at the key. */
function placeOf({ path, code }: ValueFault, value: SyntaxNode): TextRange {
  let node = value;
  let place: TextRange = value;
  for (const step of path) {
    const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === step) : undefined;
    const next = node.kind === 'sequence' && typeof step === 'number' ? node.items[step] : entry?.value;
    if (!next) return place;
    place = code === 'unknown-field' && entry ? entry.keyRange : next;
    node = next;
  }
  return place;
}

/** At the place of the job as a whole, since there is no text to point at. */
function checkMissing(job: Job, family: ModelFamily, catalog: Catalog): readonly Problem[] {
  const present = presentFields(job, family, catalog);
  const missing = family.fields.filter(({ name, isRequired }) => isRequired && !present.has(name));
  return [
    ...missing.map(({ name }) =>
      buildProblem('missing-field', job.label, { args: { field: name, title: family.title } }),
    ),
    ...checkRules(family.rules, new Set(present.keys()))
      .filter(({ code }) => code === 'missing-one-of')
      .map(({ fields, source }) =>
        buildProblem('missing-one-of', job.label, {
          severity: severityOf(source),
          args: { fields: fields.join(', '), title: family.title },
        }),
      ),
  ];
}

/** At the second of the fields: the first one may stay. */
function checkExclusive(job: Job, family: ModelFamily, catalog: Catalog): readonly Problem[] {
  const present = presentFields(job, family, catalog);
  return checkRules(family.rules, new Set(present.keys())).flatMap(({ code, fields, source }) => {
    const [first = '', second = ''] = fields;
    if (code !== 'exclusive-fields') return [];
    const place = present.get(second) ?? job.label;
    return [buildProblem(code, place, { severity: severityOf(source), args: { first, second } })];
  });
}

/** Fields with a value, by their main name; with those of `request`, which reach the gateway just as well. */
function presentFields(job: Job, family: ModelFamily, catalog: Catalog): ReadonlyMap<string, TextRange> {
  const known = catalog.fieldsOf(family);
  const entries = [...job.fields, ...(job.request?.entries ?? [])].filter(({ value }) => !isEmptyText(value));
  return new Map(entries.map(({ key, keyRange }) => [known.get(key)?.name ?? key, keyRange]));
}

function isEmptyText(node: SyntaxNode): boolean {
  return (
    node.kind === 'scalar' && (node.value === null || (typeof node.value === 'string' && node.value.trim() === ''))
  );
}
