import type { Catalog, ModelFamily } from '../../catalog/catalog.ts';
import { familyAt, familyWithoutModel } from '../../catalog/createCatalog.ts';
import { checkTogether } from './checkTogether.ts';
import { type CompileContext, type CompiledJob, compileJob } from '../compile/compileJob.ts';
import { concealLike, isSameText, type PlanValue, isEnvText, isPending, reveal } from '../planValue.ts';
import type { Need, Job } from '../job.ts';
import { createFindings, describeCombination, type Findings } from './findings.ts';
import { type CheckOptions, findTarget, type ModelChoice, type Target } from '../findTarget.ts';
import { createPicker, noDependencies, type Variant } from '../matrix/variant.ts';
import type { PreparedField } from '../fields/prepareField.ts';
import { type PrepareContext, prepareExtras, prepareFields } from '../fields/prepareFields.ts';
import type { Problem, ReportProblem } from '../problem.ts';
import { noVariant } from '../compile/compileNode.ts';

/** A job that is checked against the catalog. */
export interface CheckedJob extends JobFindings {
  readonly job: Job;
  readonly compiled: CompiledJob;
  /** One group for each model. */
  readonly groups: readonly CheckedGroup[];
}

/** The facts of a job that the checks of the whole file need. */
export interface JobFindings {
  /** The target of its requests, or of the first one if an axis sets the model. Null if the job cannot be sent. */
  readonly target: Target | null;
  /** Parallel to the groups. */
  readonly targets: readonly (Target | null)[];
  /** Number of requests. */
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

/** What the check of a job reads apart from the job. */
export type JobContext = Omit<CompileContext, 'report'>;

/** Checks one job alone, in all its combinations. */
export function checkJob(job: Job, context: JobContext): CheckedJob {
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const compiled = compileJob(job, { ...context, report });
  const findings = createFindings();
  const groups = groupByModel(compiled).map(({ model, variants }) =>
    checkGroup(compiled, { model, variants }, { options: context.options, findings }),
  );
  findings.flush(report);
  const targets = groups.map(({ target }) => target);
  const { needs, expansion } = compiled;
  return { job, compiled, groups, target: targets[0] ?? null, targets, count: expansion.count, needs, problems };
}

interface GroupContext {
  readonly options: CheckOptions;
  readonly findings: Findings;
}

function checkGroup(
  compiled: CompiledJob,
  { model, variants }: { readonly model: PlanValue | undefined; readonly variants: readonly Variant[] },
  { options, findings }: GroupContext,
): CheckedGroup {
  const { job, expansion } = compiled;
  const pick = createPicker(expansion.axes, variants);
  const [first] = variants;
  const modelDependencies = compiled.model?.value.dependencies ?? noDependencies;
  const family = findFamilyOf(job, model, options.catalog);
  // A model in an axis is reported in the axis, which is enough.
  const combination = first && job.model ? describeCombination(first, modelDependencies) : '';
  const target = findTarget(job, chooseModel(compiled, model), {
    options,
    report: (problem) => findings.add(problem, combination),
  });
  const context: PrepareContext = { compiled, family, options, modelDependencies, first, findings };
  const fields = prepareFields(context);
  const request = prepareExtras(context);
  for (const { dependencies, evaluate } of [...fields, ...request]) {
    for (const variant of pick(dependencies)) evaluate(variant);
  }
  if (family) {
    checkTogether({ job, family, fields: [...fields, ...request], pick, modelDependencies, findings });
  }
  const modelId = target?.modelId ?? null;
  const modelOf = (variant: Variant): PlanValue =>
    concealLike(compiled.model?.value.evaluate(variant) ?? null, modelId);
  return { target, modelOf, fields, request, variants };
}

/** An axis has a separate range for each model. */
function chooseModel({ model: field, expansion }: CompiledJob, model: PlanValue | undefined): ModelChoice | null {
  if (!field || model === undefined) return null;
  const axis = expansion.axes.find(({ values }) => values.some(({ node }) => node === field.entry.value));
  const { start, end } = axis?.values.find(({ value }) => isSameText(value, model))?.node ?? field.entry.value;
  return { value: model, start, end };
}

/** Depends only on the model: fields are checked even if the endpoint is wrong. */
function findFamilyOf({ endpoint }: Job, model: PlanValue | undefined, catalog: Catalog): ModelFamily | null {
  const alone = endpoint && familyWithoutModel(catalog, endpoint.path);
  if (alone) return alone;
  const known = typeof model === 'string' ? catalog.findModel(model) : undefined;
  return known ? (familyAt(known, endpoint?.path ?? null) ?? known.families[0]) : null;
}

/** The variants with one model. `model` is undefined if none is set. */
interface ModelGroup {
  readonly model: PlanValue | undefined;
  readonly variants: readonly Variant[];
}

/** Groups in the order in which the models first occur. */
function groupByModel({ model, expansion }: CompiledJob): readonly ModelGroup[] {
  const { variants } = expansion;
  if (!model) return [{ model: undefined, variants }];
  if (model.value.dependencies.size === 0) return [{ model: readModel(model.value.evaluate(noVariant)), variants }];
  const groups = new Map<unknown, { readonly model: PlanValue | undefined; readonly variants: Variant[] }>();
  for (const variant of variants) {
    const value = readModel(model.value.evaluate(variant));
    const key = isPending(value) ? 'pending' : value;
    const group = groups.get(key);
    if (group) group.variants.push(variant);
    else groups.set(key, { model: value, variants: [variant] });
  }
  return [...groups.values()];
}

/** Null leaves the model out, like a field. The origin of its id makes no difference. */
function readModel(value: PlanValue): PlanValue | undefined {
  if (isEnvText(value)) return reveal(value);
  return value === null ? undefined : value;
}
