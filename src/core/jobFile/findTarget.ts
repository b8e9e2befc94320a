import type { Catalog, Endpoint, Modality, Model, ModelFamily } from '../catalog/catalog.ts';
import { endpoints } from '../catalog/endpoints.ts';
import { findModelPrefix } from '../catalog/modelPrefixes.ts';
import { closestName } from '../support/closestName.ts';
import type { Job } from './job.ts';
import { buildProblem, type Problem, type ReportProblem } from './problem.ts';
import type { ScalarNode, SyntaxEntry } from './syntaxTree.ts';

/** What a job calls. */
export interface Target {
  readonly modelId: string | null;
  /** Null for a model that the catalog does not know. */
  readonly family: ModelFamily | null;
  readonly modality: Modality | null;
  readonly endpoint: Endpoint;
}

export interface CheckOptions {
  readonly catalog: Catalog;
  /** Unknown models and fields are errors. */
  readonly isStrict: boolean;
}

/** Finds the model's family and endpoint; null when, which is reported, the job can not be sent. */
export function findTarget(job: Job, { catalog, isStrict }: CheckOptions, report: ReportProblem): Target | null {
  const chosen = job.endpoint && readEndpoint(job.endpoint, catalog, report);
  if (job.endpoint && !chosen) return null;
  if (!job.model) return findTargetWithoutModel(job, chosen, report);
  const modelId = readModelId(job.model, report);
  if (modelId === null) return null;
  const model = catalog.models.get(modelId);
  if (model) return findKnownTarget(model, job, { chosen, report });
  const prefix = findModelPrefix(modelId);
  // One path may answer at once for some models and later for others: the prefix knows.
  const endpoint = chosen && chosen.path !== prefix?.endpoint.path ? chosen : prefix?.endpoint;
  const unknown = describeUnknownModel(modelId, job.model, { catalog, isStrict });
  if (!endpoint) {
    const variant = unknown.args['suggestion'] ? 'model-suggestion' : 'model';
    report(
      isStrict
        ? unknown
        : { ...unknown, code: 'unknown-endpoint', severity: 'error', args: { ...unknown.args, variant } },
    );
    return null;
  }
  if (reportsChat(endpoint, job, report)) return null;
  report(unknown);
  return { modelId, family: null, modality: prefix?.modality ?? null, endpoint };
}

function describeUnknownModel(modelId: string, { value }: SyntaxEntry, { catalog, isStrict }: CheckOptions): Problem {
  const suggestion = closestName(modelId, catalog.models.keys());
  const args = {
    model: modelId,
    ...(suggestion ? { suggestion } : {}),
    variant: `${isStrict ? 'strict' : 'sent'}${suggestion ? '-suggestion' : ''}`,
  };
  return buildProblem('unknown-model', value, { severity: isStrict ? 'error' : 'information', args });
}

/** Only few endpoints take no model. */
function findTargetWithoutModel(job: Job, chosen: Endpoint | null, report: ReportProblem): Target | null {
  if (chosen?.takesNoModel) return { modelId: null, family: null, modality: 'video', endpoint: chosen };
  if (!job.isBroken) {
    const args = job.id === null ? {} : { variant: 'job', job: job.id };
    report(buildProblem('missing-model', job.label, { args }));
  }
  return null;
}

/** An endpoint that the file chooses must be one of the model's. */
function findKnownTarget(
  { id, family }: Model,
  job: Job,
  { chosen, report }: { chosen: Endpoint | null; report: ReportProblem },
): Target | null {
  const endpoint = chosen ? family.endpoints.find(({ path }) => path === chosen.path) : family.endpoints[0];
  if (!endpoint) {
    const args = {
      variant: 'misfit',
      model: id,
      endpoint: job.endpoint?.path ?? '',
      expected: family.endpoints[0].path,
    };
    report(buildProblem('unknown-endpoint', job.endpoint?.range ?? job.label, { args }));
    return null;
  }
  return { modelId: id, family, modality: family.modality, endpoint };
}

/** Only known paths can be called: nothing else tells where the task is queried. */
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

function readModelId({ value }: SyntaxEntry, report: ReportProblem): string | null {
  if (value.kind === 'scalar' && typeof value.value === 'string' && value.value !== '') return value.value;
  const found = value.kind === 'scalar' ? scalarKind(value) : value.kind === 'map' ? 'object' : 'array';
  report(buildProblem('wrong-type', value, { args: { field: 'model', expected: 'string', found } }));
  return null;
}

function scalarKind({ value }: ScalarNode): string {
  return typeof value === 'bigint' ? 'integer' : typeof value;
}

/** Chat answers in a way of its own, which nothing reads yet. */
function reportsChat({ path }: Endpoint, job: Job, report: ReportProblem): boolean {
  const chatPaths: readonly string[] = [endpoints.chat.path, endpoints.responses.path, endpoints.messages.path];
  const isChat = chatPaths.includes(path);
  const args = { variant: 'chat', endpoint: path };
  if (isChat) report(buildProblem('not-available-yet', job.endpoint?.range ?? job.label, { args }));
  return isChat;
}
