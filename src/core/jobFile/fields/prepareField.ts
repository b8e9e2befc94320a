import type { ModelFamily } from '../../catalog/catalog.ts';
import { checkValue, type ValueProblem } from '../../catalog/checkValue.ts';
import type { Field, Source } from '../../catalog/field.ts';
import { type MediaReading, readingOfMember } from '../../catalog/mediaFields.ts';
import type { JsonValue } from '../../support/json/json.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { CompiledField, CompiledJob } from '../compile/compileJob.ts';
import {
  describeCombination,
  type ProblemCollector,
  type Dependencies,
  type ExpandedAxis,
  memoizeByAxes,
  valueIn,
  type Variant,
} from '../compile/variant.ts';
import { jobValueTypes } from '../expression/contexts.ts';
import type { CheckOptions } from '../findTarget.ts';
import {
  isEnvText,
  isJson,
  isPending,
  isPlanList,
  isPlanObject,
  type PendingValue,
  type PlanValue,
  pendingOf,
  reveal,
  settle,
} from '../planValue.ts';
import { buildProblem, isError, type Problem, type Severity } from '../problem.ts';
import { findEntry, listScalars, type SyntaxEntry, type SyntaxNode } from '../syntax/syntaxNode.ts';
import { resolveInputs } from '../compile/resolveInputs.ts';

/** A field of a job for one model: its value in each variant, which is checked on first use. */
export interface PreparedField {
  readonly entry: SyntaxEntry;
  /** Its main name, also if an alias is written. */
  readonly name: string;
  readonly dependencies: Dependencies;
  /** Null if the field is left out. */
  readonly evaluate: (variant: Variant) => PlanValue;
}

export interface PrepareContext {
  readonly compiled: CompiledJob;
  /** Null for a model that the catalog does not know. */
  readonly family: ModelFamily | null;
  readonly options: CheckOptions;
  /** Axes whose values are added to problems, to name the model if a job has several. */
  readonly modelDependencies: Dependencies;
  /** The first variant of this model. Undefined if the matrix is empty. */
  readonly first: Variant | undefined;
  readonly collector: ProblemCollector;
}

interface FieldContext extends PrepareContext {
  /** Null for a field that the catalog does not know. */
  readonly field: Field | null;
  /** Null if no files are read. */
  readonly reading: MediaReading | null;
  /** The axis that sets the field. Each of its values has its own range. */
  readonly axis: ExpandedAxis | undefined;
  /** Whether a value of another type would be lost, whatever the source of the type. */
  readonly isTypeBinding: boolean;
}

export function prepareField({ entry, value }: CompiledField, context: FieldContext): PreparedField {
  const { compiled, options, field, reading, axis, modelDependencies, collector } = context;
  const { dependencies } = value;
  const named = new Set([...(axis ? [] : dependencies), ...modelDependencies]);
  const evaluate = (variant: Variant): PlanValue => {
    const report = (problem: Problem): void => collector.add(problem, describeCombination(variant, named));
    const node = (axis && valueIn(axis, variant)?.node) ?? entry.value;
    const raw = value.evaluate(variant);
    const holdsInputs = reading && mayHoldInputs(node, reading);
    const resolved = holdsInputs ? resolveInputs(raw, { node, reading }, { lookups: options.lookups, report }) : raw;
    for (const problem of checkKnownValue(resolved, { ...entry, value: node }, context)) report(problem);
    return resolved;
  };
  return {
    entry,
    name: field?.name ?? entry.key,
    dependencies,
    evaluate: memoizeByAxes(dependencies, compiled.expansion.axes, evaluate),
  };
}

/** Whether a value can contain a file at all. Most values cannot, and are left unchanged. */
function mayHoldInputs(node: SyntaxNode, reading: MediaReading): boolean {
  if (node.kind === 'sequence') return node.items.some((item) => mayHoldInputs(item, reading));
  if (node.kind === 'map')
    return node.entries.some(({ key, value }) => mayHoldInputs(value, readingOfMember(reading, key)));
  if (typeof node.value !== 'string') return false;
  return reading.kind === 'media' || reading.kind === 'fields' || node.value.startsWith('file://');
}

function checkKnownValue(value: PlanValue, entry: SyntaxEntry, context: FieldContext): readonly Problem[] {
  const { field } = context;
  const found = field && value !== null ? checkValue(settleForCheck(value), field) : [];
  const nonFinite = findNonFinite(entry, value);
  // This is nearly always true, for thousands of values.
  if (found.length === 0) return nonFinite;
  const known = found.flatMap((problem) => keepKnown(problem, value));
  const problems = known.map((problem) => describeValueProblem(problem, entry.value, context));
  const refused = new Set(problems.filter(isError).map(({ start }) => start));
  return [...problems, ...nonFinite.filter(({ start }) => !refused.has(start))];
}

/** A sample replaces a value that is not known yet: only its type can be checked. */
function settleForCheck(value: PlanValue): JsonValue {
  return isJson(value) ? value : settle(value, (pending) => sampleValue(pending) ?? '');
}

/** Keeps the problem if it holds for any value of what is not known yet. */
function keepKnown(problem: ValueProblem, value: PlanValue): readonly ValueProblem[] {
  const pending = findPending(value, problem.path);
  // A local file is always a string.
  if (!pending || pending.kind === 'file') return [problem];
  if (problem.code !== 'wrong-type' || sampleValue(pending) === undefined) return [];
  const found = problem.args['found'] === 'integer' ? 'number' : (problem.args['found'] ?? '');
  return [{ ...problem, args: { ...problem.args, found, variant: 'plain' } }];
}

/** Returns the placeholder at a path, or above it. */
function findPending(value: PlanValue, path: ValueProblem['path']): PendingValue | null {
  let inner: PlanValue | undefined = value;
  for (const step of path) {
    if (isPending(inner)) break;
    if (isPlanList(inner)) inner = inner[Number(step)];
    else if (isPlanObject(inner)) inner = inner[step];
  }
  return isPending(inner) ? pendingOf(inner) : null;
}

function describeValueProblem(
  problem: ValueProblem,
  node: SyntaxNode,
  { options, isTypeBinding }: FieldContext,
): Problem {
  const isRefused = options.isStrict && problem.code === 'unknown-field';
  const isLost = isTypeBinding && problem.code === 'wrong-type' && problem.path.length === 0;
  const { variant = '', ...args } = problem.args;
  return buildProblem(problem.code, rangeOf(problem, node), {
    severity: isRefused || isLost ? 'error' : severityOf(problem.source),
    args: { ...args, ...(variant === '' ? {} : { variant: isRefused ? `strict-${variant}` : variant }) },
  });
}

/** Breaking the interface specification is an error. Breaking what is only observed is a warning. */
export function severityOf(source: Source): Severity {
  return source === 'specification' ? 'error' : 'warning';
}

/** Follows the path of a problem to its node. An unknown key is shown at the key. */
function rangeOf({ path, code }: ValueProblem, value: SyntaxNode): TextRange {
  let node = value;
  let range: TextRange = value;
  for (const step of path) {
    const entry = node.kind === 'map' ? findEntry(node, String(step)) : undefined;
    const next = node.kind === 'sequence' && typeof step === 'number' ? node.items[step] : entry?.value;
    if (!next) return range;
    range = code === 'unknown-field' && entry ? entry.keyRange : next;
    node = next;
  }
  return range;
}

/** Whether the value is neither left out nor an empty string. */
export function isPresentValue(value: PlanValue): boolean {
  const known = isEnvText(value) ? reveal(value) : value;
  return known !== null && (typeof known !== 'string' || known.trim() !== '');
}

/**
 * YAML has NaN and infinities but JSON has not, so they are refused at any depth, also in unknown fields. `value` is
 * the value of the entry. A number that comes from an expression is reported at the whole entry.
 */
function findNonFinite({ key, value: node }: SyntaxEntry, value?: PlanValue): readonly Problem[] {
  const args = { field: key, expected: 'unknown', found: 'infinite', variant: 'plain' };
  const written = listScalars(node).filter((each) => typeof each.value === 'number' && !Number.isFinite(each.value));
  const ranges = written.length === 0 && hasNonFinite(value) ? [node] : written;
  return ranges.map((range) => buildProblem('wrong-type', range, { args }));
}

function hasNonFinite(value: PlanValue | undefined): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (isPlanList(value)) return value.some(hasNonFinite);
  return isPlanObject(value) && Object.values(value).some(hasNonFinite);
}

/**
 * Returns a sample of the type that a value will have. Undefined if the type is only known with the result. A single
 * reference keeps its type, unless a filter changes it. Any text around it makes it a string.
 */
function sampleValue(value: PendingValue): JsonValue | undefined {
  if (value.kind !== 'template') return value.kind === 'file' ? '' : undefined;
  const [only, ...others] = value.template;
  if (only === undefined || typeof only === 'string' || others.length > 0) return '';
  const [, , name = '', ...inside] = only.path;
  if (only.filters.length > 0 || inside.length > 0) return undefined;
  const type = jobValueTypes[name];
  return type && { text: '', list: [''], number: 1 }[type];
}
