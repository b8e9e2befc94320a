import type { Catalog, ModelFamily } from '../../catalog/catalog.ts';
import { checkRules, type RuleProblem } from '../../catalog/checkRules.ts';
import { familyAt, familyWithoutModel } from '../../catalog/createCatalog.ts';
import { findSlip } from '../../catalog/findSlip.ts';
import type { Rule } from '../../catalog/rule.ts';
import { assertNever } from '../../support/assertNever.ts';
import { groupBy } from '../../support/groupBy.ts';
import type { JsonValue } from '../../support/json/json.ts';
import { type CompileContext, type CompiledJob, compileJob } from '../compile/compileJob.ts';
import { noVariant } from '../compile/compileNode.ts';
import {
  createProblemCollector,
  describeCombination,
  type ProblemCollector,
  noDependencies,
  type Variant,
  type Dependencies,
  findAxis,
  pickDistinct,
  unionOf,
  valueIn,
} from '../compile/variant.ts';
import { type PrepareContext, type PreparedField, isPresentValue, severityOf } from '../fields/prepareField.ts';
import { findFieldLines } from '../fields/fieldLines.ts';
import { prepareExtras, prepareFields } from '../fields/prepareFields.ts';
import { findTarget, type ModelChoice, type Target } from '../findTarget.ts';
import type { Need, Job } from '../job.ts';
import { concealLike, type PlanValue, isEnvText, isPending, reveal, isJson, settle } from '../planValue.ts';
import { type Problem, type ReportProblem, buildProblem, buildRelated, type RelatedRange } from '../problem.ts';
import type { SyntaxEntry } from '../syntax/syntaxNode.ts';

export interface CheckedJob extends JobFacts {
  readonly job: Job;
  readonly compiled: CompiledJob;
  readonly groups: readonly CheckedGroup[];
}

/** The facts of a job that the checks of the whole file need. */
export interface JobFacts {
  /** The target of its requests, or of the first one if an axis sets the model. Null if the job cannot be sent. */
  readonly target: Target | null;
  /** Parallel to the groups. */
  readonly targets: readonly (Target | null)[];
  readonly count: number;
  readonly needs: readonly Need[];
  readonly problems: readonly Problem[];
}

/** The variants of a job with one model. `target` is null if they cannot be sent, which is an error. */
export interface CheckedGroup {
  readonly target: Target | null;
  /** The id of the model. Null if the endpoint accepts none. */
  readonly modelOf: (variant: Variant) => PlanValue;
  readonly fields: readonly PreparedField[];
  readonly request: readonly PreparedField[];
  readonly variants: readonly Variant[];
}

export type JobContext = Omit<CompileContext, 'report'>;

export function checkJob(job: Job, context: JobContext): CheckedJob {
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const compiled = compileJob(job, { ...context, report });
  const collector = createProblemCollector();
  const groups = groupByModel(compiled).map(({ model, variants }) =>
    checkGroup(compiled, { model, variants }, { text: context.text, options: context.options, collector }),
  );
  collector.flush(report);
  const targets = groups.map(({ target }) => target);
  const { needs, expansion } = compiled;
  return { job, compiled, groups, target: targets[0] ?? null, targets, count: expansion.count, needs, problems };
}

function checkGroup(
  compiled: CompiledJob,
  { model, variants }: { readonly model: PlanValue | undefined; readonly variants: readonly Variant[] },
  { text, options, collector }: Pick<JobContext, 'text' | 'options'> & { readonly collector: ProblemCollector },
): CheckedGroup {
  const { job, expansion } = compiled;
  const pick = (dependencies: Dependencies) => pickDistinct(variants, dependencies, expansion.axes);
  const [first] = variants;
  const modelDependencies = compiled.model?.value.dependencies ?? noDependencies;
  const family = findFamilyOf(job, model, options.catalog);
  // A model in an axis is reported in the axis, which is enough.
  const combination = first && job.model ? describeCombination(first, modelDependencies) : '';
  const target = findTarget(job, chooseModel(compiled, model, first), {
    options,
    report: (problem) => collector.add(problem, combination),
  });
  const context: PrepareContext = { compiled, family, options, modelDependencies, first, collector };
  const checkFields = (checked: PrepareContext) => {
    const fields = prepareFields(checked);
    const request = prepareExtras(checked);
    for (const { dependencies, evaluate } of [...fields, ...request]) {
      for (const variant of pick(dependencies)) evaluate(variant);
    }
    const lines = findFieldLines([...fields, ...request], checked, text);
    for (const problem of lines) checked.collector.add(problem, combination);
    if (checked.family) checkTogether({ ...checked, family: checked.family, fields: [...fields, ...request], pick });
    return { fields, request };
  };
  const prepared = checkFields(context);
  const meant = family || typeof model !== 'string' ? undefined : findSlip(model, options.catalog.models.keys());
  if (meant !== undefined) {
    // The request is sent as it is written, so nothing that the model which is meant refuses stops it.
    const lenient = { options: { ...options, isStrict: false }, collector: collector.asWarnings() };
    checkFields({ ...context, family: findFamilyOf(job, meant, options.catalog), ...lenient });
  }
  const modelId = target?.modelId ?? null;
  const modelOf = (variant: Variant): PlanValue =>
    concealLike(compiled.model?.value.evaluate(variant) ?? null, modelId);
  return { target, modelOf, ...prepared, variants };
}

/** An axis has a separate range for each model. */
function chooseModel({ job, model, expansion }: CompiledJob, value?: PlanValue, first?: Variant): ModelChoice | null {
  if (!model || value === undefined) return null;
  const axis = job.model ? undefined : findAxis(expansion.axes, 'model');
  const { start, end } = (axis && first && valueIn(axis, first)?.node) ?? model.entry.value;
  return { value, start, end };
}

/** Depends only on the model: fields are checked even if the endpoint is wrong. */
function findFamilyOf({ endpoint }: Job, model: PlanValue | undefined, catalog: Catalog): ModelFamily | null {
  const alone = endpoint && familyWithoutModel(catalog, endpoint.path);
  if (alone) return alone;
  const known = typeof model === 'string' ? catalog.findModel(model) : undefined;
  return known ? (familyAt(known, endpoint?.path ?? null) ?? known.families[0]) : null;
}

/** The variants with each model, in the order in which the models first occur. `model` is undefined if none is set. */
function groupByModel({
  model,
  expansion: { variants },
}: CompiledJob): readonly { readonly model: PlanValue | undefined; readonly variants: readonly Variant[] }[] {
  if (!model) return [{ model: undefined, variants }];
  const modelOf = (variant: Variant): PlanValue | undefined => readModel(model.value.evaluate(variant));
  if (model.value.dependencies.size === 0) return [{ model: modelOf(noVariant), variants }];
  const groups = groupBy(variants, (variant) => {
    const value = modelOf(variant);
    return isPending(value) ? null : value;
  });
  return [...groups.values()].map((group) => ({ model: group[0] && modelOf(group[0]), variants: group }));
}

/** Null leaves the model out, like a field. The origin of its id makes no difference. */
function readModel(value: PlanValue): PlanValue | undefined {
  if (isEnvText(value)) return reveal(value);
  return value === null ? undefined : value;
}

interface TogetherContext extends PrepareContext {
  readonly family: ModelFamily;
  /** The fields, including those of `request`, which are sent as well. */
  readonly fields: readonly PreparedField[];
  readonly pick: (dependencies: Dependencies) => readonly Variant[];
}

/** Checks what a model needs, and which fields cannot be combined. */
function checkTogether(context: TogetherContext): void {
  const { family, compiled } = context;
  // In broken YAML, what seems to be missing may only be unreadable.
  const required = compiled.job.isBroken ? [] : family.fields.filter(({ isRequired }) => isRequired);
  for (const { name } of required) checkRequired(name, context);
  for (const rule of family.rules) checkRule(rule, context);
}

function checkRequired(field: string, context: TogetherContext): void {
  const { fields, compiled, family } = context;
  const written = fields.filter(({ name }) => name === field);
  forEachCase(written, context, (variant) =>
    written.some(({ evaluate }) => isPresentValue(evaluate(variant)))
      ? []
      : [buildProblem('missing-field', compiled.job.label, { args: { field, title: family.title } })],
  );
}

function checkRule(rule: Rule, context: TogetherContext): void {
  const names = [...rule.fields, ...(rule.kind === 'named' ? (rule.alsoReads ?? []) : [])];
  const written = context.fields.filter(({ name }) => names.includes(name));
  const { lookups } = context.options;
  forEachCase(written, context, (variant) => {
    const files = new Set<string>();
    const given = written
      .map((field) => [field, field.evaluate(variant)] as const)
      .filter(([, value]) => isPresentValue(value));
    const present = new Map(given.map(([{ name, entry }]) => [name, entry]));
    const known = given.flatMap(([{ name }, value]) => ruleValuesOf(value, files).map((each) => [name, each] as const));
    const mediaTypeOf = (path: string) => (files.has(path) ? lookups?.files?.inspect(path).mediaType : undefined);
    const values = Object.fromEntries(known);
    const broken = checkRules([rule], { present: new Set(present.keys()), values, mediaTypeOf });
    return broken.flatMap((problem) => describeBrokenRule(problem, present, context));
  });
}

/**
 * Describes a broken rule as problems of the job. If two fields exclude each other, the problem is shown at the second
 * one, because the first one may stay. The problem of a named rule is shown at its first field, or an item of it.
 */
function describeBrokenRule(
  broken: RuleProblem,
  present: ReadonlyMap<string, SyntaxEntry>,
  { compiled: { job }, family }: TogetherContext,
): readonly Problem[] {
  const [first = '', second = ''] = broken.fields;
  const severity = severityOf(broken.source);
  switch (broken.code) {
    case 'missing-one-of': {
      const args = { fields: broken.fields.join(', '), title: family.title };
      return job.isBroken ? [] : [buildProblem(broken.code, job.label, { severity, args })];
    }
    case 'exclusive-fields':
      return [
        buildProblem(broken.code, present.get(second)?.keyRange ?? job.label, {
          severity,
          args: { first, second },
          related: listGiven([first], present),
        }),
      ];
    case 'rule-broken': {
      const args = { ...broken.args, variant: broken.name };
      const related = listGiven(broken.fields.slice(1), present);
      const entry = present.get(first);
      const item = entry?.value.kind === 'sequence' ? entry.value.items[Number(broken.args['index'])] : undefined;
      return [buildProblem(broken.code, item ?? entry?.keyRange ?? job.label, { severity, args, related })];
    }
    default:
      return assertNever(broken);
  }
}

/** Returns where the other fields of the rule are written. */
function listGiven(names: readonly string[], present: ReadonlyMap<string, SyntaxEntry>): readonly RelatedRange[] {
  return names.flatMap((name) => {
    const range = present.get(name)?.keyRange;
    return range ? [buildRelated('other-field', range, { name })] : [];
  });
}

function forEachCase(
  fields: readonly PreparedField[],
  { pick, modelDependencies, collector }: TogetherContext,
  check: (variant: Variant) => readonly Problem[],
): void {
  const dependencies = unionOf(fields.map((each) => each.dependencies));
  const named = unionOf([dependencies, modelDependencies]);
  for (const variant of pick(dependencies)) {
    for (const problem of check(variant)) collector.add(problem, describeCombination(variant, named));
  }
}

/** Returns the value as rules see it, with a local file as its path, which is added. Empty while part is a placeholder. */
function ruleValuesOf(value: PlanValue, files: Set<string>): readonly JsonValue[] {
  if (isJson(value)) return [value];
  let isOpen = false;
  const known = settle(value, (pending) => {
    if (pending.kind === 'file') {
      files.add(pending.file);
      return pending.file;
    }
    isOpen = true;
    return null;
  });
  return isOpen ? [] : [known];
}
