import type { Catalog, Endpoint, Modality, Model, ModelFamily } from '../catalog/catalog.ts';
import { familyAt, familyWithoutModel } from '../catalog/createCatalog.ts';
import { endpoints } from '../catalog/endpoints.ts';
import { findModelPrefix } from '../catalog/modelPrefixes.ts';
import { closestName } from '../support/text/closestName.ts';
import type { TextRange } from '../support/textRange.ts';
import type { Job } from './job.ts';
import type { Lookups } from './lookups.ts';
import { isPending, isPlanList, type PlanValue } from './planValue.ts';
import { buildProblem, buildRelated, type Problem, type ReportProblem } from './problem.ts';
import type { OutputPlan } from './request.ts';

/** The model and the endpoint that a job calls. */
export interface Target {
  readonly modelId: string | null;
  /** Null for a model that the catalog does not know. */
  readonly family: ModelFamily | null;
  readonly modality: Modality | null;
  readonly endpoint: Endpoint;
}

export interface CheckOptions {
  readonly catalog: Catalog;
  /** Whether unknown models and fields are errors. */
  readonly isStrict: boolean;
  /** What expressions and input files need from outside the text. Without it, nothing of this kind is checked. */
  readonly lookups?: Lookups;
  /** Name of the job file. Artifacts are named after it. */
  readonly fileName?: string;
  /** Folder of the job file, relative to the workspace folder, with `/`. Empty for the workspace folder itself. */
  readonly fileDir?: string;
  /** Whether files contain how they were made, if the job file does not set it. Default: `none`. */
  readonly metadata?: OutputPlan['metadata'];
  /** The user's budget for a run, in US dollars. 0 means no limit. Not checked if left out. */
  readonly budgetUsd?: number;
}

/** The model that a job sets for some of its requests, and its range. */
export interface ModelChoice extends TextRange {
  readonly value: PlanValue;
}

interface TargetContext {
  readonly options: CheckOptions;
  readonly report: ReportProblem;
}

/**
 * Finds the family and the endpoint of the model. Returns null if the job cannot be sent, which is reported. `model` is
 * null if the job sets none.
 */
export function findTarget(job: Job, model: ModelChoice | null, { options, report }: TargetContext): Target | null {
  const { catalog, isStrict } = options;
  const chosen = job.endpoint && readEndpoint(job.endpoint, catalog, report);
  if (job.endpoint && !chosen) return null;
  if (chosen?.takesNoModel) return findTargetWithoutModel(model, chosen, { catalog, report });
  if (!model) return reportMissingModel(job, { catalog, report });
  const modelId = readModelId(model, report);
  if (modelId === null) return null;
  const known = catalog.findModel(modelId);
  if (known) return findKnownTarget(known, job, { range: model, chosen, report });
  const prefix = findModelPrefix(modelId);
  // One path may be synchronous for some models and asynchronous for others. The prefix decides.
  const endpoint = chosen && chosen.path !== prefix?.endpoint.path ? chosen : prefix?.endpoint;
  const unknown = describeUnknownModel(modelId, model, { catalog, isStrict });
  if (!endpoint) {
    const variant = unknown.args['suggestion'] ? 'model-suggestion' : 'model';
    report(
      isStrict
        ? unknown
        : { ...unknown, code: 'unknown-endpoint', severity: 'error', args: { ...unknown.args, variant } },
    );
    return null;
  }
  report(unknown);
  return { modelId, family: null, modality: prefix?.modality ?? null, endpoint };
}

function describeUnknownModel(modelId: string, range: TextRange, { catalog, isStrict }: CheckOptions): Problem {
  const suggestion = closestName(modelId, catalog.models.keys());
  const args = {
    model: modelId,
    ...(suggestion ? { suggestion } : {}),
    variant: `${isStrict ? 'strict' : 'sent'}${suggestion ? '-suggestion' : ''}`,
  };
  return buildProblem('unknown-model', range, { severity: isStrict ? 'error' : 'information', args });
}

/** The endpoint alone determines the result. A model that is set anyway is sent. */
function findTargetWithoutModel(
  model: ModelChoice | null,
  endpoint: Endpoint,
  { catalog, report }: { readonly catalog: Catalog; readonly report: ReportProblem },
): Target | null {
  const modelId = model ? readModelId(model, report) : null;
  if (model && modelId === null) return null;
  const family = familyWithoutModel(catalog, endpoint.path) ?? null;
  return { modelId, family, modality: family?.modality ?? null, endpoint };
}

function reportMissingModel(
  job: Job,
  { catalog, report }: { readonly catalog: Catalog; readonly report: ReportProblem },
): null {
  const mistyped = job.fields.find(({ key }) => closestName(key, ['model']) && !isFieldOfAny(catalog, key));
  if (job.isBroken) return null;
  if (mistyped) {
    const args = { variant: 'suggestion', key: mistyped.key, suggestion: 'model' };
    report(buildProblem('missing-model', mistyped.keyRange, { args }));
  } else {
    const args = job.id === null ? {} : { variant: 'job', job: job.id };
    report(buildProblem('missing-model', job.label, { args }));
  }
  return null;
}

function isFieldOfAny({ families }: Catalog, key: string): boolean {
  return families.some(({ fields }) => fields.some(({ name, aliases }) => name === key || aliases?.includes(key)));
}

/** An endpoint that the file sets must be one of the model's. */
function findKnownTarget(
  model: Model,
  job: Job,
  {
    range,
    chosen,
    report,
  }: { readonly range: TextRange; readonly chosen: Endpoint | null; readonly report: ReportProblem },
): Target | null {
  const { id, families } = model;
  const family = familyAt(model, chosen?.path ?? null);
  const endpoint = chosen ? family?.endpoints.find(({ path }) => path === chosen.path) : family?.endpoints[0];
  if (!family || !endpoint) {
    const args = {
      variant: 'misfit',
      model: id,
      endpoint: job.endpoint?.path ?? '',
      expected: families[0].endpoints[0].path,
    };
    const related = [buildRelated('model', range)];
    report(buildProblem('unknown-endpoint', job.endpoint?.range ?? job.label, { args, related }));
    return null;
  }
  return { modelId: id, family, modality: family.modality, endpoint };
}

/** Only known paths can be called, because the path of the task query is not known for others. */
function readEndpoint(
  { path, range }: NonNullable<Job['endpoint']>,
  catalog: Catalog,
  report: ReportProblem,
): Endpoint | null {
  const known: readonly Endpoint[] = [
    ...catalog.families.flatMap((family) => family.endpoints),
    ...Object.values(endpoints),
  ];
  const found = known.find((each) => each.path === path);
  if (found) return found;
  const suggestion = closestName(
    path,
    known.map((each) => each.path),
  );
  const isPath = /^\/[^#]*$/.test(path);
  const variant = isPath ? (suggestion ? 'path-suggestion' : 'path') : 'not-a-path';
  report(buildProblem('unknown-endpoint', range, { args: { variant, endpoint: path, suggestion: suggestion ?? '' } }));
  return null;
}

function readModelId({ value, ...range }: ModelChoice, report: ReportProblem): string | null {
  if (typeof value === 'string' && value !== '') return value;
  if (isPending(value)) return null;
  report(
    buildProblem('wrong-type', range, { args: { field: 'model', expected: 'string', found: kindOfValue(value) } }),
  );
  return null;
}

function kindOfValue(value: PlanValue): string {
  if (typeof value === 'bigint') return 'integer';
  if (isPlanList(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
