import type { Catalog } from '../catalog/catalog.ts';
import { sanitizeFileName } from '../artifact/fileName.ts';
import { canonicalJson } from '../support/canonicalJson.ts';
import { buildBody } from './buildBody.ts';
import { checkJobFile, type CheckedJobFile } from './checkJobFile.ts';
import type { CheckedJob } from './checkJob.ts';
import type { Target } from './findTarget.ts';
import type { FileControls, Job } from './job.ts';
import { isError, type Problem } from './problem.ts';
import type { OutputPlan, PlannedRequest } from './request.ts';

export interface PlanOptions {
  readonly catalog: Catalog;
  /** The job file's name without `.gen.yaml`; artifacts are named after it. */
  readonly fileBase: string;
  /** 64 hex digits of the SHA-256 of a text in UTF-8. */
  readonly sha256: (text: string) => string;
  /** Only the job of this id; none when the file has no such job. */
  readonly job?: string;
  readonly isStrict: boolean;
}

export interface JobFilePlan {
  readonly problems: readonly Problem[];
  /** In the order of the file. Empty when a problem is an error, wherever in the file it is. */
  readonly requests: readonly PlannedRequest[];
  readonly controls: FileControls;
}

/** Job file in, requests out. Pure: reads no file and sends nothing. */
export function planJobFile(text: string, options: PlanOptions): JobFilePlan {
  const { catalog, isStrict } = options;
  return planCheckedJobFile(checkJobFile(text, { catalog, isStrict }), options);
}

function planCheckedJobFile({ jobFile, jobs, problems }: CheckedJobFile, options: PlanOptions): JobFilePlan {
  const { controls } = jobFile;
  if (problems.some(isError)) return { problems, requests: [], controls };
  const wanted = options.job === undefined ? jobs : jobs.filter(({ job }) => job.id === options.job);
  return { problems, requests: wanted.flatMap((each) => buildRequests(each, options)), controls };
}

function buildRequests({ job, target }: CheckedJob, options: PlanOptions): readonly PlannedRequest[] {
  return target ? [buildRequest(job, target, options)] : [];
}

function buildRequest(job: Job, { modelId, modality, endpoint }: Target, options: PlanOptions): PlannedRequest {
  const body = buildBody(job, modelId);
  const inputs: readonly string[] = [];
  return {
    job: job.id,
    index: 1,
    model: modelId,
    modality,
    endpoint: endpoint.path,
    pollPath: endpoint.pollPath,
    body,
    inputs,
    fingerprint: options.sha256(canonicalJson({ body, endpoint: endpoint.path, inputs })),
    output: buildOutputPlan(job, options.fileBase),
    timeoutMinutes: job.timeoutMinutes,
  };
}

function buildOutputPlan({ id, output }: Job, fileBase: string): OutputPlan {
  const defaultName = id === null ? fileBase : `${fileBase}-${id}`;
  return {
    dir: output.dir ?? '',
    name: output.name ?? sanitizeFileName(defaultName),
    collision: output.collision ?? 'number',
  };
}
