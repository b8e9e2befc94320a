import { jobFileStem } from '../../artifact/jobFileName.ts';
import type { CheckedJob } from '../../jobFile/check/checkJob.ts';
import { compileText } from '../../jobFile/compile/compileNode.ts';
import { createVars } from '../../jobFile/compile/createVars.ts';
import { buildFileFacts, findJobById, type Scope, type Vars } from '../../jobFile/compile/scope.ts';
import { describeCombination, noDependencies, pickDistinct } from '../../jobFile/compile/variant.ts';
import { isSettled, reveal } from '../../jobFile/planValue.ts';
import type { JsonValue } from '../../support/json/json.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { ExpressionContext } from './findExpression.ts';

/** The value of a string with expressions in one combination. */
interface KnownValue {
  readonly value: JsonValue;
  /** `size: 2K`, the id of a job, or both. Empty if there is only one combination. */
  readonly where: string;
}

export interface KnownValues {
  /** The first of the values, without those that are only known in a run. */
  readonly values: readonly KnownValue[];
  /** The number of combinations that may differ in the value. */
  readonly count: number;
}

/** As many values as a reader sees at a glance. */
const maxKnownValues = 5;

/** Evaluates strings as they are sent. Jobs are looked up once for all strings of one version. */
export function createEvaluator(view: DocumentView): (template: string, context: ExpressionContext) => KnownValues {
  const readers = new Map<string, Reader>();
  const jobsById = new Map(view.checked.jobs.map((each) => [each.job.id, each]));
  const readerOf = (job: CheckedJob | null, stage: Scope['stage']): Reader => {
    const key = JSON.stringify([job?.job.id ?? null, stage]);
    const reader = readers.get(key) ?? buildReader(view, job, stage);
    readers.set(key, reader);
    return reader;
  };
  return (template, { stage, job }) => {
    if (stage === null) return { values: [], count: 0 };
    // A value that applies to all jobs has one result in each job. Null is the file itself.
    const isOfAll = view.layout.hasJobs && job === null && stage !== 'vars';
    const jobs = isOfAll ? view.checked.jobs : [jobsById.get(job) ?? null];
    const all = jobs.map((each) => evaluateIn(template, readerOf(each, stage), jobs.length > 1));
    return {
      values: all.flatMap(({ values }) => values).slice(0, maxKnownValues),
      count: all.reduce((sum, { count }) => sum + count, 0),
    };
  };
}

type Reader = ReturnType<typeof buildReader>;

function buildReader(view: DocumentView, job: CheckedJob | null, stage: Scope['stage']) {
  const id = job?.job.id ?? null;
  const { files } = view.world;
  const name = view.checked.jobFile.controls.name ?? id ?? (files ? jobFileStem(files.name) : null);
  const scope = {
    ...buildSilentScope(view, { id, name }),
    stage,
    shownAt: null,
    vars: resolveVars(view, id),
    axes: job?.compiled.expansion.axes ?? [],
    model: job?.compiled.model?.value ?? null,
  };
  return { job, scope };
}

/** What expressions see of a job. Problems and needs are not reported. */
function buildSilentScope(
  { checked, text, world: { files, env } }: DocumentView,
  job: { readonly id: string | null; readonly name: string | null },
) {
  return {
    text,
    file: buildFileFacts(files, checked.jobFile.jobs),
    job: { ...job, isBroken: true },
    lookups: { ...(files ? { files, isTrusted: files.isTrusted } : {}), ...(env ? { env: env.read } : {}) },
    report: () => undefined,
    addNeed: () => undefined,
  };
}

function evaluateIn(template: string, { scope, job }: Reader, isOneOfSeveral: boolean): KnownValues {
  const node = { kind: 'scalar', value: template, style: 'quoted', start: 0, end: 0 } as const;
  const { dependencies, evaluate } = compileText(node, scope);
  const expansion = job?.compiled.expansion;
  const variants = expansion
    ? pickDistinct(expansion.variants, dependencies, expansion.axes)
    : [{ index: 1, axes: {}, ids: [] }];
  const values = variants.slice(0, maxKnownValues).flatMap((variant): readonly KnownValue[] => {
    const value = evaluate(variant);
    if (!isSettled(value)) return [];
    const combination = describeCombination(variant, dependencies.size > 0 ? dependencies : noDependencies);
    const id = isOneOfSeveral ? (job?.job.id ?? '') : '';
    return [{ value: reveal(value), where: [id, combination].filter((part) => part !== '').join(', ') }];
  });
  return { values, count: variants.length };
}

/** Returns the variables that a job sees, including those of other files, with their values if they are known. */
export function resolveVars(view: DocumentView, job: string | null): Vars {
  const { jobs, vars } = view.checked.jobFile;
  const own = findJobById(jobs, job) ?? { vars };
  return createVars(own.vars, buildSilentScope(view, { id: job, name: null }));
}
