import { sanitizeFileName } from '../../artifact/fileName.ts';
import { jobFileStem } from '../../artifact/jobFileName.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { CheckedGroup, CheckedJob } from '../check/checkJob.ts';
import { checkJobFile, type CheckedJobFile } from '../check/checkJobFile.ts';
import type { ExpandedAxis, Variant } from '../compile/variant.ts';
import { slug } from '../expression/filters.ts';
import type { CheckOptions, Target } from '../findTarget.ts';
import type { FileControls, Job } from '../job.ts';
import type { Lookups } from '../lookups.ts';
import { holdsEnv, isJson } from '../planValue.ts';
import { buildProblem, isError, type Problem } from '../problem.ts';
import { toNameText } from '../recordRequest.ts';
import type { PlannedRequest, FromEnv, OutputPlan } from '../request.ts';
import { findEntry, type MapNode } from '../syntax/syntaxNode.ts';
import { buildBody, type BuiltBody } from './buildBody.ts';

export interface PlanOptions extends CheckOptions {
  readonly fileName: string;
}

export interface TextPlan {
  readonly problems: readonly Problem[];
  /** Requests in the order of the file, without fingerprints. Empty if any problem of the file is an error. */
  readonly requests: readonly PlannedRequest[];
  readonly controls: FileControls;
  /** The range in which the file selects its profile. Null if it does not. */
  readonly profileRange: TextRange | null;
}

/** A request must not depend on facts that were left out, so a file that is not looked up does not exist. */
const emptyLookups: Lookups = {
  files: {
    readText: () => ({ ok: false, reason: 'missing' }),
    inspect: () => ({ exists: false, isInside: true, bytes: 0 }),
  },
};

const blockEnv: NonNullable<Lookups['env']> = () => ({ state: 'blocked' });

/** Plans the requests of a job file. Pure: files are read only through the lookups, and nothing is sent. */
export function planText(text: string, options: PlanOptions): TextPlan {
  const envValues = new Set<string>();
  const { env = blockEnv, ...lookups } = { ...emptyLookups, ...options.lookups };
  const readEnv: typeof env = (name) => {
    const outcome = env(name);
    if (outcome.state === 'set') envValues.add(outcome.value);
    return outcome;
  };
  const checked = checkJobFile(text, { ...options, lookups: { ...lookups, env: readEnv } });
  return planCheckedJobFile(checked, options, envValues);
}

function planCheckedJobFile(
  { jobFile, jobs, problems }: CheckedJobFile,
  options: PlanOptions,
  envValues: ReadonlySet<string>,
): TextPlan {
  const { controls, root } = jobFile;
  const file = { controls, profileRange: findProfile(root) };
  if (problems.some(isError)) return { problems, requests: [], ...file };
  const fileBase = jobFileStem(options.fileName);
  const built = jobs.map((checked) => ({
    checked,
    ...buildRequests(checked, { fileBase, envValues: [...envValues] }),
  }));
  const gaps = built.filter(({ isKnown }) => !isKnown).map(describeGap);
  if (gaps.length > 0) return { problems: [...problems, ...gaps], requests: [], ...file };
  return { problems, requests: built.flatMap(({ requests }) => requests), ...file };
}

function findProfile(root: MapNode | null): TextRange | null {
  const gen = findEntry(root, 'gen')?.value;
  return gen?.kind === 'map' ? (findEntry(gen, 'profile')?.value ?? null) : null;
}

/** A request with an unknown value is not sent. */
function describeGap({ checked }: BuiltRequests & { readonly checked: CheckedJobFile['jobs'][number] }): Problem {
  return buildProblem('unknown-context', checked.job.label, { args: { variant: 'not-here' } });
}

interface BuildOptions {
  readonly fileBase: string;
  /** Values that were read from the environment. */
  readonly envValues: readonly string[];
}

interface BuiltRequests {
  /** The requests in the order of the variants. */
  readonly requests: readonly PlannedRequest[];
  /** False if a value cannot be evaluated, so that nothing may be sent. */
  readonly isKnown: boolean;
}

/** Builds the requests of a job without errors. */
function buildRequests(checked: CheckedJob, options: BuildOptions): BuiltRequests {
  const { output, needs } = checked.compiled;
  const nameOf = createDefaultNames(checked, options.fileBase);
  let isKnown = true;
  const context: RequestContext = {
    job: checked.job,
    needs: [...new Set(needs.map(({ id }) => id))],
    outputOf: (variant) => output.evaluate(variant, nameOf(variant)),
    envAxes: listEnvAxes(checked.compiled.expansion.axes),
    envValues: options.envValues,
    reportGap() {
      isKnown = false;
    },
  };
  const requests = checked.groups.flatMap((group) => {
    const { target } = group;
    return target ? group.variants.map((variant) => buildRequest(variant, { group, target, context })) : [];
  });
  return { requests: requests.toSorted((a, b) => a.index - b.index), isKnown };
}

interface RequestContext {
  readonly job: Job;
  readonly needs: readonly string[];
  readonly outputOf: (variant: Variant) => OutputPlan;
  readonly envAxes: readonly EnvAxis[];
  readonly envValues: readonly string[];
  /** Reports that a value cannot be evaluated. */
  readonly reportGap: () => void;
}

interface RequestSource {
  readonly group: CheckedGroup;
  readonly target: Target;
  readonly context: RequestContext;
}

function buildRequest(variant: Variant, { group, target, context }: RequestSource): PlannedRequest {
  const { job, needs, outputOf, reportGap } = context;
  const built = buildBody(variant, group, target);
  const { body, placeholders, recordBody, inputs } = built;
  if (!built.isKnown) reportGap();
  const envPaths = listEnvPaths(variant, built, context.envAxes);
  // The result of a job may repeat a value from the environment, and the result of its dependent may repeat that.
  const mayRepeat = envPaths.length > 0 || (needs.length > 0 && context.envValues.length > 0);
  return {
    job: job.id,
    index: variant.index,
    axes: variant.axes,
    model: target.modelId,
    modality: target.modality,
    endpoint: target.endpoint.path,
    pollPath: target.endpoint.pollPath,
    body,
    placeholders,
    needs,
    recordBody,
    inputs,
    ...(mayRepeat ? { fromEnv: { paths: envPaths, values: context.envValues } } : {}),
    fingerprint: '',
    output: outputOf(variant),
    timeoutMinutes: job.timeoutMinutes,
    budgetUsd: job.budgetUsd,
  };
}

/** Returns the paths in the record of a request. See `FromEnv`. */
function listEnvPaths(
  { ids }: Variant,
  { envPaths, envInputs }: BuiltBody,
  envAxes: readonly EnvAxis[],
): FromEnv['paths'] {
  // This is nearly always true, for thousands of requests.
  if (envPaths.length === 0 && envAxes.length === 0) return envPaths;
  const isModel = envPaths.some(([key, ...below]) => key === 'model' && below.length === 0);
  return [
    ...(isModel ? [['model']] : []),
    ...envAxes.flatMap((each) => (each.ids.has(ids[each.axis] ?? -1) ? [['axes', each.name]] : [])),
    ...envPaths.map((path) => ['request', ...path]),
    ...envInputs.map((index) => ['inputs', index, 'path']),
  ];
}

/** An axis with values from the environment: its index among the axes, and the ids of those values. */
interface EnvAxis {
  readonly name: string;
  readonly axis: number;
  readonly ids: ReadonlySet<number>;
}

function listEnvAxes(axes: readonly ExpandedAxis[]): readonly EnvAxis[] {
  return axes
    .map(({ name, values }, axis) => {
      return { name, axis, ids: new Set(values.flatMap(({ value }, id) => (holdsEnv(value) ? [id] : []))) };
    })
    .filter(({ ids }) => ids.size > 0);
}

/** Longer names are cleaned, which is slow for thousands. */
const maxPlainName = 100;

/**
 * Names results `hero`, `hero-<id>`, or in a matrix after the values of its axes, except those from the environment.
 */
function createDefaultNames({ job, compiled }: CheckedJob, fileBase: string): (variant: Variant) => string {
  const stem = sanitizeFileName(job.id === null ? fileBase : `${fileBase}-${job.id}`);
  const slugs = compiled.expansion.axes.map(({ values }) =>
    values.map(({ value }) => (isJson(value) ? slug(toNameText(value)) : '')),
  );
  if (slugs.length === 0) return () => stem;
  // Such a name needs no cleaning, because each of its characters is one byte.
  const isPlain = [stem, ...slugs.flat()].every((each) => /^[\x20-\x7e]*$/.test(each));
  const endings = slugs.map((each) => each.map((text) => (text === '' ? '' : `-${text}`)));
  return ({ ids }) => {
    let name = stem;
    for (let axis = 0; axis < endings.length; axis += 1) name += endings[axis]?.[ids[axis] ?? -1] ?? '';
    return isPlain && name.length <= maxPlainName ? name : sanitizeFileName(name);
  };
}
