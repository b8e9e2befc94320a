import { isUrl } from '../../jobFile/lookups.ts';
import { digestOf } from '../../jobFile/recordRequest.ts';
import type { PlannedRequest, RequestInput, ValuesOfJobs } from '../../jobFile/request.ts';
import { fillRequest, type MissingValue } from '../../jobFile/requests/fillRequest.ts';
import { assertNever } from '../../support/assertNever.ts';
import { rebaseUrl } from '../../support/profile/baseUrl.ts';
import { messageOf } from '../../support/text/redact.ts';
import { readForeignEntries } from '../journalPort.ts';
import { findResultUrls } from '../model/expiry.ts';
import type { TaskError } from '../model/task.ts';
import type { TaskWatch } from '../watch.ts';
import { buildJobValues, listJobReferences } from './jobValues.ts';
import type { SourceResults } from './readSources.ts';

/** Evaluates the references to files and other jobs, and records the filled request, or fails the task. */
export async function fillTask(watch: TaskWatch, results: SourceResults): Promise<void> {
  const { sha256 } = watch.services;
  const { planned } = watch.entry();
  if (planned.placeholders.length === 0 && planned.needs.length === 0) return;
  const urls = planned.placeholders.length > 0 ? await readUrls(watch) : new Map<string, string>();
  const options = { urlOf: (hash: string) => urls.get(hash) ?? null, sha256 };
  const jobs = Object.fromEntries([...results].map(([job, own]) => [job, buildJobValues(own, options)]));
  const filled = fill(planned, { jobs, fileUrls: Object.fromEntries(urls), sha256, results });
  if (!filled.ok) return watch.failUnsent(filled.error);
  try {
    await watch.change({ kind: 'filled', request: filled.request, uploads: filled.uploads });
  } catch (error) {
    watch.signal.throwIfAborted();
    await watch.failUnsent({ code: 'disk', message: messageOf(error) });
  }
}

/** Returns the URLs of earlier results by content hash. The sandbox serves its results on the port that it has now. */
async function readUrls(watch: TaskWatch): Promise<ReadonlyMap<string, string>> {
  const { store, journal, clock, openProfile } = watch.services;
  const { profile, isSandbox } = watch.task();
  const foreign = await readForeignEntries(journal);
  const urls = findResultUrls([...store.list(), ...foreign], { profile, now: clock.now() });
  if (!isSandbox || urls.size === 0) return urls;
  const baseUrl = (await openProfile(profile).catch(() => null))?.baseUrl;
  return new Map(baseUrl === undefined ? [] : [...urls].map(([hash, url]) => [hash, rebaseUrl(url, baseUrl)]));
}

/** Returns a placeholder for the bytes of a file, which the journal must not contain. It is an empty `data:` URI. */
export function uploadPlaceholder(sha256: string): string {
  return `data:,${digestOf(sha256)}`;
}

/** Matches the placeholders in JSON, with their quotes. The group is the hash. */
export const uploadPattern = /"data:,sha256:([0-9a-f]{64})"/g;

type FilledTask =
  | { readonly ok: true; readonly request: PlannedRequest; readonly uploads: readonly RequestInput[] }
  | { readonly ok: false; readonly error: TaskError };

/**
 * Fills the request. Files without a known URL are sent with the request. Filling is done twice, because only the first
 * pass finds these files. The second pass inserts a placeholder for each.
 */
function fill(
  planned: PlannedRequest,
  known: Parameters<typeof fillRequest>[1] & { readonly results: SourceResults },
): FilledTask {
  const unusable = findUnknownUrl(planned, known.jobs) ?? findTold(planned, known.results);
  if (unusable !== null) return { ok: false, error: { code: 'value-missing', message: unusable } };
  const first = fillRequest(planned, known);
  if (first.ok) return { ok: true, request: first.request, uploads: [] };
  const uploads = new Map<string, RequestInput>();
  for (const missing of first.missing) {
    // One missing value is enough to fail: then nothing is sent at all.
    if (missing.kind !== 'file-url' || !missing.takesData) return { ok: false, error: errorOf(missing) };
    uploads.set(missing.sha256, { path: missing.file, sha256: missing.sha256 });
  }
  const placeholders = Object.fromEntries([...uploads.keys()].map((hash) => [hash, uploadPlaceholder(hash)]));
  const second = fillRequest(planned, { ...known, fileUrls: { ...known.fileUrls, ...placeholders } });
  if (!second.ok) return { ok: false, error: { code: 'internal', message: 'A placeholder was not filled' } };
  return { ok: true, request: second.request, uploads: [...uploads.values()] };
}

function errorOf(missing: MissingValue): TaskError {
  switch (missing.kind) {
    case 'job-value':
      return { code: 'value-missing', message: `jobs.${missing.job}.${missing.name}` };
    case 'not-a-url':
      return { code: 'value-missing', message: missing.path.join('.') };
    case 'file-url':
      return { code: 'input-without-url', message: missing.file };
    default:
      return assertNever(missing);
  }
}

/** Finds a URL in a prompt that is unknown. A path cannot replace it, because the gateway cannot open a path. */
function findUnknownUrl({ placeholders }: PlannedRequest, jobs: ValuesOfJobs): string | null {
  const texts = placeholders.filter(({ value }) => value.kind === 'template' && !value.media);
  const unknown = listJobReferences({ placeholders: texts }).find(
    ([job, name]) => (name === 'url' || name === 'urls') && !isAllUrls(jobs[job]?.values[name]),
  );
  return unknown ? `jobs.${unknown.join('.')}` : null;
}

/** Finds a text that only a record vouches for, and that the user was not shown. */
function findTold(planned: PlannedRequest, results: SourceResults): string | null {
  const told = listJobReferences(planned).find(([job, name]) =>
    results.get(job)?.some((each) => each.told?.some((text) => text === name)),
  );
  return told ? `jobs.${told.join('.')}` : null;
}

function isAllUrls(value: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.every((each) => typeof each !== 'string' || isUrl(each));
}
