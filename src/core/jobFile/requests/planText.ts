import { sanitizeFileName } from '../../artifact/fileName.ts';
import { jobFileStem } from '../../artifact/jobFileName.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { CheckedJob } from '../check/checkJob.ts';
import { checkJobFile } from '../check/checkJobFile.ts';
import type { ExpandedAxis, Variant } from '../compile/variant.ts';
import { slug } from '../expression/filters.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { FileControls } from '../job.ts';
import type { Lookups } from '../lookups.ts';
import { holdsEnv, isJson } from '../planValue.ts';
import { buildProblem, isError, type Problem } from '../problem.ts';
import { toNameText } from '../recordRequest.ts';
import type { PlannedRequest, FromEnv } from '../request.ts';
import { findEntry } from '../syntax/syntaxNode.ts';
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
  /** By job id: where a problem with the requests of a job is shown. */
  readonly places: ReadonlyMap<string | null, TextRange>;
}

/** A request must not depend on facts that were left out, so a file that is not looked up does not exist. */
const emptyLookups = {
  files: {
    readText: () => ({ ok: false, reason: 'missing' }),
    inspect: () => ({ exists: false, isInside: true, bytes: 0 }),
  },
  env: () => ({ state: 'blocked' }),
} as const satisfies Lookups;

/** Plans the requests of a job file. Pure: files are read only through the lookups, and nothing is sent. */
export function planText(text: string, options: PlanOptions): TextPlan {
  const lookups = { ...emptyLookups, ...options.lookups };
  const envValues = new Set<string>();
  const env: typeof lookups.env = (name) => {
    const outcome = lookups.env(name);
    if (outcome.state === 'set') envValues.add(outcome.value);
    return outcome;
  };
  const { jobFile, jobs, problems } = checkJobFile(text, { ...options, lookups: { ...lookups, env } });
  const gen = findEntry(jobFile.root, 'gen')?.value;
  const profileRange = gen?.kind === 'map' ? (findEntry(gen, 'profile')?.value ?? null) : null;
  const places = new Map(jobs.map(({ job: { id, matrix, label } }) => [id, matrix?.keyRange ?? label]));
  const nothing = { problems, requests: [], controls: jobFile.controls, profileRange, places };
  if (problems.some(isError)) return nothing;
  const names = createNumbering();
  const planned = jobs.map((checked) => ({
    checked,
    requests: planJob(checked, createDefaultNames(checked, options.fileName, names), [...envValues]),
  }));
  const gaps = planned.flatMap(({ checked: { job }, requests }) =>
    requests ? [] : [buildProblem('unknown-context', job.label, { args: { variant: 'not-here' } })],
  );
  if (gaps.length > 0) return { ...nothing, problems: [...problems, ...gaps] };
  return { ...nothing, requests: planned.flatMap(({ requests }) => requests ?? []) };
}

/**
 * Plans the requests of a job without errors, in their order. Null if a value of one cannot be evaluated, so that nothing
 * may be sent. `envValues` are the values that were read from the environment.
 */
function planJob(
  checked: CheckedJob,
  nameOf: (variant: Variant) => string,
  envValues: readonly string[],
): readonly PlannedRequest[] | null {
  const { job, compiled, groups } = checked;
  const { axes } = compiled.expansion;
  const needs = [...new Set(compiled.needs.map(({ id }) => id))];
  const requests: PlannedRequest[] = [];
  for (const group of groups) {
    const { target, variants } = group;
    if (!target) return null;
    for (const variant of variants) {
      const built = buildBody(variant, group, target);
      if (!built.isKnown) return null;
      const paths = envValues.length === 0 ? [] : listEnvPaths(variant, built, axes);
      const request: PlannedRequest = {
        job: job.id,
        index: variant.index,
        axes: variant.axes,
        model: target.modelId,
        modality: target.modality,
        endpoint: target.endpoint.path,
        pollPath: target.endpoint.pollPath,
        body: built.body,
        placeholders: built.placeholders,
        needs,
        recordBody: built.recordBody,
        inputs: built.inputs,
        fingerprint: '',
        output: compiled.output.evaluate(variant, nameOf(variant)),
        timeoutMinutes: job.timeoutMinutes,
        budgetUsd: job.budgetUsd,
      };
      // The result of a job may repeat a value from the environment, and the result of its dependent may repeat that.
      const mayRepeat = paths.length > 0 || (needs.length > 0 && envValues.length > 0);
      requests[variant.index - 1] = mayRepeat ? { ...request, fromEnv: { paths, values: envValues } } : request;
    }
  }
  return requests;
}

/** Returns the paths in the record of a request. See `FromEnv`. */
function listEnvPaths(
  { ids }: Variant,
  { envPaths, envInputs }: BuiltBody,
  axes: readonly ExpandedAxis[],
): FromEnv['paths'] {
  const isModel = envPaths.some(([key, ...below]) => key === 'model' && below.length === 0);
  return [
    ...(isModel ? [['model']] : []),
    ...axes.flatMap(({ name, values }, axis) =>
      holdsEnv(values[ids[axis] ?? -1]?.value ?? null) ? [['axes', name]] : [],
    ),
    ...envPaths.map((path) => ['request', ...path]),
    ...envInputs.map((index) => ['inputs', index, 'path']),
  ];
}

/** Longer names are cleaned, which is slow for thousands. */
const maxPlainName = 100;

/**
 * Names results `hero`, `hero-<id>`, or in a matrix after its values, except those from the environment. Equal names of
 * different combinations are numbered in the order of the plan, whatever arrives first.
 */
function createDefaultNames(
  { job, compiled }: CheckedJob,
  fileName: string,
  numbered: (name: string) => string,
): (variant: Variant) => string {
  const fileBase = jobFileStem(fileName);
  const stem = sanitizeFileName(job.id === null ? fileBase : `${fileBase}-${job.id}`);
  const endings = compiled.expansion.axes.map(({ values }) =>
    values.map(({ value }, index) =>
      value !== null && isJson(value) ? `-${nameValue(toNameText(value)) || index + 1}` : '',
    ),
  );
  // Such a name needs no cleaning, because each of its characters is one byte.
  const isPlain = [stem, ...endings.flat()].every((each) => /^[\x20-\x7e]*$/.test(each));
  const names = new Map<Variant['ids'], string>();
  for (const { ids } of compiled.expansion.variants) {
    // The results of `repeat` share a combination, and its name.
    if (names.has(ids)) continue;
    let name = stem;
    for (let axis = 0; axis < endings.length; axis += 1) name += endings[axis]?.[ids[axis] ?? -1] ?? '';
    names.set(ids, numbered(isPlain && name.length <= maxPlainName ? name : sanitizeFileName(name)));
  }
  return ({ ids }) => names.get(ids) ?? stem;
}

/** Without its sign, a number would have the name of another one. */
function nameValue(text: string): string {
  const sign = /^\s*[-\u2212]\.?\d/.test(text) ? '-' : '';
  return sign + slug(text);
}

/** Adds a number to a name that was returned before, in any case. */
function createNumbering(): (name: string) => string {
  const last = new Map<string, number>();
  return (name) => {
    const key = name.toLowerCase();
    let number = (last.get(key) ?? 0) + 1;
    while (number > 1 && last.has(`${key}-${number}`)) number += 1;
    last.set(key, number);
    if (number === 1) return name;
    last.set(`${key}-${number}`, 1);
    return `${name}-${number}`;
  };
}
