import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import { type JsonObject, type JsonValue, updateAt } from '../../support/json/json.ts';
import { evaluateReference, evaluateTemplate, type ResolvePath, lookUpIn } from '../expression/evaluateTemplate.ts';
import { writeReference } from '../expression/parseExpression.ts';
import { toText } from '../expression/toText.ts';
import { isUrl } from '../lookups.ts';
import { digestOf, hideInNames } from '../recordRequest.ts';
import type { JobValues, PlannedRequest, Placeholder, PlaceholderValue, ValuesOfJobs } from '../request.ts';
import type { Reference, Template } from '../template.ts';
import { fillKnownOutput } from './fillOutput.ts';

interface FillSources {
  readonly jobs: ValuesOfJobs;
  /** The URL of a file at the gateway, or a `data:` URI, by its SHA-256. */
  readonly fileUrls: Readonly<Record<string, string>>;
  /** Returns the SHA-256 of a text in UTF-8 as 64 hex digits. */
  readonly sha256: (text: string) => string;
}

export type MissingValue =
  /** `jobs.<job>.<name>` has no value. If `jobs` has no such entry, that job has no result at all. */
  | { readonly kind: 'job-value'; readonly job: string; readonly name: string }
  /** A file without a URL. `file` is relative to the job file. */
  | { readonly kind: 'file-url'; readonly file: string; readonly sha256: string; readonly takesData: boolean }
  /** A media field got a string from another job that is not a URL. */
  | { readonly kind: 'not-a-url'; readonly path: Placeholder['path'] };

export type FillOutcome =
  | { readonly ok: true; readonly request: PlannedRequest }
  | { readonly ok: false; readonly missing: readonly MissingValue[] };

/**
 * Returns the request as it is sent: without placeholders, with the fingerprint, and with the parts of the output that
 * reference other jobs. The recorded body holds digests for the values that the body holds.
 */
export function fillRequest(request: PlannedRequest, sources: FillSources): FillOutcome {
  const filled = request.placeholders.map((placeholder) => fillPlaceholder(placeholder, sources));
  const missing = filled.flatMap((each) => each.missing);
  const recordBody = fillRecordBody(request, sources);
  if (missing.length > 0 || !recordBody) return { ok: false, missing };
  const body = request.placeholders.reduce<JsonValue>(
    (whole, { path }, index) => updateAt(whole, path, () => filled[index]?.value ?? null),
    request.body,
  );
  const fingerprint = buildFingerprint({ ...request, recordBody }, sources.sha256);
  const jobs = hideInNames(lookUpJobs(sources.jobs), request.fromEnv);
  const output = fillKnownOutput(request.output, { job: () => fingerprint, jobs });
  return {
    ok: true,
    request: { ...request, body: body as JsonObject, placeholders: [], recordBody, fingerprint, output },
  };
}

/**
 * Adds the fingerprint, which needs no URL, and the parts of the output that reference it. Returns the same request while
 * a digest that the fingerprint needs is not known.
 */
export function addFingerprint(
  request: PlannedRequest,
  { jobs, sha256 }: Pick<FillSources, 'jobs' | 'sha256'>,
): PlannedRequest {
  const { endpoint, inputs, output } = request;
  if (inputs.some((input) => input.sha256 === '')) return request;
  const recordBody = fillRecordBody(request, { jobs, sha256 });
  if (!recordBody) return request;
  const fingerprint = buildFingerprint({ recordBody, endpoint, inputs }, sha256);
  return { ...request, fingerprint, output: fillKnownOutput(output, { job: () => fingerprint }) };
}

/**
 * Equal for equal requests: the hash of body, endpoint and hashes of the inputs in canonical JSON. The body is that
 * before values are hidden, so that two values give two fingerprints.
 */
function buildFingerprint(
  { recordBody, endpoint, inputs }: Pick<PlannedRequest, 'recordBody' | 'endpoint' | 'inputs'>,
  sha256: FillSources['sha256'],
): string {
  return sha256(canonicalJson({ body: recordBody, endpoint, inputs: inputs.map((input) => input.sha256) }));
}

interface FilledPlaceholder {
  readonly value: JsonValue;
  readonly missing: readonly MissingValue[];
}

function fillPlaceholder({ path, value }: Placeholder, { jobs, fileUrls }: FillSources): FilledPlaceholder {
  if (value.kind === 'file') return fillFile(value, fileUrls);
  const resolvePath = lookUpJobs(jobs);
  const filled = evaluateTemplate(value.template, resolvePath);
  if (filled === undefined) return { value: null, missing: listMissing(value.template, resolvePath) };
  if (!value.media) return { value: filled, missing: [] };
  return fillMedia(filled, { path, template: value.template, media: value.media, jobs, fileUrls });
}

function fillFile(
  { file, sha256, takesData }: Omit<Extract<PlaceholderValue, { kind: 'file' }>, 'kind'>,
  fileUrls: FillSources['fileUrls'],
): FilledPlaceholder {
  const url = fileUrls[sha256];
  if (url !== undefined) return { value: url, missing: [] };
  return { value: null, missing: [{ kind: 'file-url', file, sha256, takesData }] };
}

interface MediaContext extends Pick<FillSources, 'jobs' | 'fileUrls'> {
  readonly path: Placeholder['path'];
  readonly template: Template;
  readonly media: { readonly takesData: boolean };
}

/** URLs pass. The file of another job is handled like a local file, which is identified by its digest. */
function fillMedia(value: JsonValue, context: MediaContext): FilledPlaceholder {
  if (Array.isArray(value)) {
    const digests = digestedValue(context);
    const items = value.map((item: JsonValue, index) =>
      fillMediaItem(item, Array.isArray(digests) ? (digests as readonly JsonValue[])[index] : undefined, context),
    );
    return { value: items.map((item) => item.value), missing: items.flatMap((item) => item.missing) };
  }
  return fillMediaItem(value, digestedValue(context), context);
}

function fillMediaItem(value: JsonValue, digest: JsonValue | undefined, context: MediaContext): FilledPlaceholder {
  if (typeof value === 'string' && isUrl(value)) return { value, missing: [] };
  const sha256 = typeof digest === 'string' ? /^sha256:(\w+)$/.exec(digest)?.[1] : undefined;
  if (typeof value !== 'string' || sha256 === undefined) {
    return { value: null, missing: [{ kind: 'not-a-url', path: context.path }] };
  }
  return fillFile({ file: value, sha256, takesData: context.media.takesData }, context.fileUrls);
}

/**
 * Values that are artifacts. If no URL is known any longer, `url` may hold the path of the file: it is handled like a
 * local file.
 */
const artifactNames: ReadonlySet<string | number | undefined> = new Set(['url', 'urls', 'file', 'files']);

/** Returns the digest for the artifacts of a template, if it is one reference to a job. */
function digestedValue({ template, jobs }: Pick<MediaContext, 'template' | 'jobs'>): JsonValue | undefined {
  const [only, ...others] = template;
  if (only === undefined || typeof only === 'string' || others.length > 0) return undefined;
  if (!artifactNames.has(only.path[2])) return undefined;
  return evaluateReference(only, lookUpJobs(jobs, 'digests'));
}

function lookUpJobs(jobs: ValuesOfJobs, kind: keyof JobValues = 'values'): ResolvePath {
  return ([, job = '', ...path]) => lookUpIn(getOwn(jobs, String(job))?.[kind], path) ?? undefined;
}

function listMissing(template: Template, resolvePath: ResolvePath): readonly MissingValue[] {
  return template.flatMap((part): readonly MissingValue[] => {
    if (typeof part === 'string' || evaluateReference(part, resolvePath) !== undefined) return [];
    const [, job = '', name = ''] = part.path;
    return [{ kind: 'job-value', job: String(job), name: String(name) }];
  });
}

/** Returns null if a job has neither a value nor a digest. */
function fillRecordBody(
  { placeholders, recordBody }: PlannedRequest,
  sources: Pick<FillSources, 'jobs' | 'sha256'>,
): JsonObject | null {
  let body: JsonValue = recordBody;
  for (const { path, value } of placeholders) {
    if (value.kind === 'file') continue;
    const digest = digestTemplate(value.template, sources);
    if (digest === undefined) return null;
    body = updateAt(body, path, () => digest);
  }
  return body as JsonObject;
}

function digestTemplate(template: Template, sources: Pick<FillSources, 'jobs' | 'sha256'>): JsonValue | undefined {
  const parts = template.map((part) => (typeof part === 'string' ? part : digestReference(part, sources)));
  if (parts.some((part) => part === undefined)) return undefined;
  return parts.length === 1 ? parts[0] : parts.map((part) => toText(part ?? null)).join('');
}

/** Filters are part of the request, so they are added after the digest. */
function digestReference(
  reference: Reference,
  { jobs, sha256 }: Pick<FillSources, 'jobs' | 'sha256'>,
): JsonValue | undefined {
  const { path, filters } = reference;
  const value = lookUpJobs(jobs)(path);
  const digest =
    lookUpJobs(jobs, 'digests')(path) ?? (value === undefined ? undefined : digestOf(sha256(canonicalJson(value))));
  if (digest === undefined)
    return Object.hasOwn(jobs, path[1] ?? '') ? evaluateReference(reference, lookUpJobs(jobs)) : undefined;
  return filters.length === 0 ? digest : toText(digest) + writeReference({ path: [], filters });
}
