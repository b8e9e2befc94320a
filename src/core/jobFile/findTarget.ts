import type { Catalog, Endpoint, Modality, Model, ModelFamily } from '../catalog/catalog.ts';
import { familyAt, familyWithoutModel } from '../catalog/createCatalog.ts';
import { endpoints } from '../catalog/endpoints.ts';
import { findSlip } from '../catalog/findSlip.ts';
import { findModelPrefix } from '../catalog/modelPrefixes.ts';
import { closestName } from '../support/text/closestName.ts';
import type { TextRange } from '../support/textRange.ts';
import type { Job } from './job.ts';
import type { Lookups } from './lookups.ts';
import { isPending, isPlanList, type PlanValue } from './planValue.ts';
import { buildProblem, buildRelated, type Problem, type ReportProblem } from './problem.ts';
import type { OutputPlan } from './request.ts';

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

export interface ModelChoice extends TextRange {
  readonly value: PlanValue;
}

/** Null if the job cannot be sent, which is reported. `model` is null if the job sets none. */
export function findTarget(
  job: Job,
  model: ModelChoice | null,
  { options, report }: { readonly options: CheckOptions; readonly report: ReportProblem },
): Target | null {
  const { catalog, isStrict } = options;
  const chosen = job.endpoint && readEndpoint(job.endpoint, catalog, report);
  if (job.endpoint && !chosen) return null;
  const modelId = model && readModelId(model, report);
  if (model && modelId === null) return null;
  if (chosen?.takesNoModel) {
    // The endpoint alone determines the result. A model that is set anyway is sent.
    const family = familyWithoutModel(catalog, chosen.path) ?? null;
    return { modelId, family, modality: family?.modality ?? null, endpoint: chosen };
  }
  if (!model || modelId === null) {
    if (!job.isBroken) report(describeMissingModel(job, catalog));
    return null;
  }
  const known = catalog.findModel(modelId);
  if (known) return findKnownTarget(known, chosen, { job, range: model, report });
  const prefix = findModelPrefix(modelId);
  // One path may be synchronous for some models and asynchronous for others. The prefix decides.
  const endpoint = chosen && chosen.path !== prefix?.endpoint.path ? chosen : prefix?.endpoint;
  const slip = findSlip(modelId, catalog.models.keys());
  const suggestion = slip ?? closestName(modelId, catalog.models.keys());
  const args = { model: modelId, ...(suggestion ? { suggestion } : {}) };
  if (!endpoint && !isStrict) {
    const variant = suggestion ? 'model-suggestion' : 'model';
    report(buildProblem('unknown-endpoint', model, { args: { ...args, variant } }));
    return null;
  }
  const variant = `${isStrict ? 'strict' : 'sent'}${slip && !isStrict ? '-slip' : suggestion ? '-suggestion' : ''}`;
  const severity = isStrict ? 'error' : slip ? 'warning' : 'information';
  report(buildProblem('unknown-model', model, { severity, args: { ...args, variant } }));
  return endpoint ? { modelId, family: null, modality: prefix?.modality ?? null, endpoint } : null;
}

function describeMissingModel(job: Job, catalog: Catalog): Problem {
  const mistyped = job.fields.find(({ key }) => closestName(key, ['model']) && !isFieldOfAny(catalog, key));
  if (mistyped) {
    const args = { variant: 'suggestion', key: mistyped.key, suggestion: 'model' };
    return buildProblem('missing-model', mistyped.keyRange, { args });
  }
  return buildProblem('missing-model', job.label, { args: job.id === null ? {} : { variant: 'job', job: job.id } });
}

function isFieldOfAny({ families }: Catalog, key: string): boolean {
  return families.some(({ fields }) => fields.some(({ name, aliases }) => name === key || aliases?.includes(key)));
}

/** An endpoint that the file sets must be one of the model's. */
function findKnownTarget(
  { id, families }: Model,
  chosen: Endpoint | null,
  { job, range, report }: { readonly job: Job; readonly range: TextRange; readonly report: ReportProblem },
): Target | null {
  const family = familyAt({ id, families }, chosen?.path ?? null);
  const endpoint = chosen ? family?.endpoints.find(({ path }) => path === chosen.path) : family?.endpoints[0];
  if (family && endpoint) return { modelId: id, family, modality: family.modality, endpoint };
  const [{ endpoints: own }] = families;
  const args = { variant: 'misfit', model: id, endpoint: job.endpoint?.path ?? '', expected: own[0].path };
  const related = [buildRelated('model', range)];
  report(buildProblem('unknown-endpoint', job.endpoint?.range ?? job.label, { args, related }));
  return null;
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
