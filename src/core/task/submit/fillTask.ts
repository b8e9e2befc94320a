import type { JobResult, RunsRecord } from '../../artifact/runsRecord.ts';
import { fillRequest, type MissingValue } from '../../jobFile/requests/fillRequest.ts';
import { isUrl } from '../../jobFile/filePath.ts';
import { digestOf } from '../../jobFile/recordRequest.ts';
import type { PlannedRequest, RequestInput, ValuesOfJobs } from '../../jobFile/request.ts';
import type { Template } from '../../jobFile/template.ts';
import { assertNever } from '../../support/assertNever.ts';
import { rebaseUrl } from '../../support/baseUrl.ts';
import type { Clock } from '../../support/clock.ts';
import { awaitEvent } from '../../support/emitter.ts';
import { messageOf } from '../../support/text/redact.ts';
import { type JournalPort, listedEntries } from '../journalPort.ts';
import { buildJobResult } from '../model/buildRunsRecord.ts';
import { findResultUrls } from '../model/expiry.ts';
import type { Task, TaskError } from '../model/task.ts';
import { madeKey, requestKey, type ResultRef, type TaskEntry } from '../model/taskEntry.ts';
import { isInFlight } from '../model/taskStates.ts';
import type { OpenProfileByName } from '../openTarget.ts';
import type { RunsFilePort } from '../ports.ts';
import type { TaskStore } from '../taskStore.ts';
import { failUnsent, type Watch } from '../watch.ts';
import { buildJobValues } from './jobValues.ts';

/** What filling a task needs. */
export interface FillWatch extends Watch {
  readonly store: Pick<TaskStore, 'list'>;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly openProfile: OpenProfileByName;
  /** Returns 64 hex digits of the SHA-256 of a string in UTF-8. */
  readonly sha256: (text: string) => string;
}

/**
 * Evaluates the references of a planned task to local files and other jobs, and records the filled request. If that is
 * not possible, the task fails and nothing is sent.
 */
export async function fillTask(watch: FillWatch, results: SourceResults): Promise<void> {
  const { planned } = watch.entry();
  if (planned.placeholders.length === 0 && planned.needs.length === 0) return;
  const urls = planned.placeholders.length === 0 ? noUrls : await readResultUrls(watch);
  const { sha256 } = watch;
  const urlOf = (hash: string): string | null => urls.get(hash) ?? null;
  const jobs = Object.fromEntries([...results].map(([job, own]) => [job, buildJobValues(own, { urlOf, sha256 })]));
  const filled = fill(planned, { jobs, urls, sha256 });
  if (!filled.ok) return failUnsent(watch, filled.error);
  try {
    await watch.change({ kind: 'filled', request: filled.request, uploads: filled.uploads });
  } catch (error) {
    watch.signal.throwIfAborted();
    await failUnsent(watch, { code: 'disk', message: messageOf(error) });
  }
}

const noUrls: ReadonlyMap<string, string> = new Map();

/** Returns a placeholder for the bytes of a file, which the journal must not contain. It is an empty `data:` URI. */
export function uploadPlaceholder(sha256: string): string {
  return `data:,${digestOf(sha256)}`;
}

/** Matches the placeholders in JSON, with their quotes. The group is the hash. */
export const uploadPattern = /"data:,sha256:([0-9a-f]{64})"/g;

type FilledTask =
  | { readonly ok: true; readonly request: PlannedRequest; readonly uploads: readonly RequestInput[] }
  | { readonly ok: false; readonly error: TaskError };

interface FillFacts {
  readonly jobs: ValuesOfJobs;
  readonly urls: ReadonlyMap<string, string>;
  readonly sha256: (text: string) => string;
}

/**
 * Fills the request. Files without a known URL are sent with the request. Filling is done twice, because only the first
 * pass finds these files. The second pass inserts a placeholder for each.
 */
function fill(planned: PlannedRequest, { jobs, urls, sha256 }: FillFacts): FilledTask {
  const unknownUrl = findUnknownUrl(planned, jobs);
  if (unknownUrl !== null) return { ok: false, error: { code: 'value-missing', message: unknownUrl } };
  const fileUrls = Object.fromEntries(urls);
  const first = fillRequest(planned, { jobs, fileUrls, sha256 });
  if (first.ok) return { ok: true, request: first.request, uploads: [] };
  const uploads = new Map<string, RequestInput>();
  for (const missing of first.missing) {
    // One missing value is enough to fail: then nothing is sent at all.
    if (missing.kind !== 'file-url' || !missing.takesData) return { ok: false, error: errorOf(missing) };
    uploads.set(missing.sha256, { path: missing.file, sha256: missing.sha256 });
  }
  const placeholders = Object.fromEntries([...uploads.keys()].map((hash) => [hash, uploadPlaceholder(hash)]));
  const second = fillRequest(planned, { jobs, fileUrls: { ...fileUrls, ...placeholders }, sha256 });
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

/**
 * Finds a reference in a prompt to a URL that is unknown. The path of the file cannot replace the URL, because the
 * gateway cannot open the path.
 */
function findUnknownUrl({ placeholders }: PlannedRequest, jobs: ValuesOfJobs): string | null {
  for (const { value } of placeholders) {
    if (value.kind !== 'template' || value.media) continue;
    const unknown = listUrlReferences(value.template).find(
      ([job, name]) => !isAllUrls(jobs[job]?.values[name === 'url' ? 'url' : 'urls']),
    );
    if (unknown) return `jobs.${unknown.join('.')}`;
  }
  return null;
}

/** Lists job and name of each `jobs.<id>.url` and `.urls` in a string. */
function listUrlReferences(template: Template): readonly (readonly [string, string])[] {
  return template.flatMap((part): readonly (readonly [string, string])[] => {
    if (typeof part === 'string') return [];
    const [context, job = '', name = ''] = part.path;
    return context === 'jobs' && (name === 'url' || name === 'urls') ? [[String(job), name]] : [];
  });
}

function isAllUrls(value: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.every((each) => typeof each !== 'string' || isUrl(each));
}

/** Returns the URLs of earlier results by content hash. The sandbox serves its results on the port that it has now. */
async function readResultUrls({
  store,
  journal,
  clock,
  openProfile,
  entry,
}: FillWatch): Promise<ReadonlyMap<string, string>> {
  const { profile, isSandbox } = entry().task;
  const foreign = listedEntries(await journal.readForeign());
  const urls = findResultUrls([...store.list(), ...foreign], { profile, now: clock.now() });
  if (!isSandbox || urls.size === 0) return urls;
  const baseUrl = (await openProfile(profile).catch(() => null))?.baseUrl;
  if (baseUrl === undefined) return noUrls;
  return new Map([...urls].map(([hash, url]) => [hash, rebaseUrl(url, baseUrl)]));
}

/** What the wait for the results of other jobs needs. */
export interface SourceWatch extends Watch {
  readonly store: Pick<TaskStore, 'list' | 'onDidChange'>;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  readonly runsFile: Pick<RunsFilePort, 'read'>;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** The results of the jobs that a task needs, by job id, each in the order of its requests. */
export type SourceResults = ReadonlyMap<string, readonly JobResult[]>;

type SourcesOutcome =
  { readonly ok: true; readonly results: SourceResults } | { readonly ok: false; readonly error: TaskError };

/** Delay between two checks of a source that another window makes, because its end is not announced here. */
const foreignDelayMs = 3_000;

/** Resolves when every result that the task needs is saved, or when one of them never will be. */
export async function readSources(watch: SourceWatch): Promise<SourcesOutcome> {
  if (watch.entry().sources.length === 0) return { ok: true, results: new Map() };
  for (;;) {
    await waitForTasks(watch);
    const outcome = await collectResults(watch);
    if (outcome !== 'foreign') return outcome;
    await watch.clock.sleep(foreignDelayMs, watch.signal);
  }
}

/**
 * Returns the tasks of this process that make what a task needs. If a request has several tasks, the newest one counts.
 */
export function findSourceTasks(
  { task, sources }: TaskEntry,
  entries: readonly TaskEntry[],
): ReadonlyMap<string, TaskEntry> {
  const wanted = new Set(sources.map(requestKey));
  const found = new Map<string, TaskEntry>();
  for (const entry of entries) {
    const key = madeKey(entry.task);
    const isNewer = (found.get(key)?.task.createdAt ?? -1) < entry.task.createdAt;
    if (wanted.has(key) && entry.task.jobFile === task.jobFile && isNewer) found.set(key, entry);
  }
  return found;
}

/**
 * Resolves when all source tasks of this process have ended, or when one has ended without a result: then the others
 * need not be awaited. Tasks of other windows do not fire here.
 */
async function waitForTasks({ store, entry, signal }: SourceWatch): Promise<void> {
  const found = [...findSourceTasks(entry(), store.list())];
  if (found.some(([, { task }]) => hasNoResult(task))) return;
  const waiting = new Set(found.flatMap(([key, { task }]) => (isInFlight(task.state) ? [key] : [])));
  if (waiting.size === 0) return;
  // The job file may be renamed meanwhile.
  const isAwaited = (task: Task): boolean =>
    !isInFlight(task.state) && task.jobFile === entry().task.jobFile && waiting.delete(madeKey(task));
  await awaitEvent(store.onDidChange, (task) => isAwaited(task) && (waiting.size === 0 || hasNoResult(task)), signal);
}

/**
 * A `stopped` task is included: it is unknown when the user resumes it, and a slot of the run must not wait for that.
 */
function hasNoResult({ state }: Task): boolean {
  return !isInFlight(state) && state !== 'saved';
}

/** Looks in the tasks first, including those of other windows. The runs file knows results of removed tasks. */
async function collectResults({ store, entry, journal, runsFile }: SourceWatch): Promise<SourcesOutcome | 'foreign'> {
  const { task, sources } = entry();
  const own = findSourceTasks(entry(), store.list());
  const isAllThere = sources.every((ref) => own.has(requestKey(ref)));
  const foreign = isAllThere ? [] : listedEntries(await journal.readForeign());
  const recorded = isAllThere ? [] : await runsFile.read(task.jobFile);
  const tasks = new Map([...findSourceTasks(entry(), foreign), ...findSourceTasks(entry(), store.list())]);
  const results = new Map<string, JobResult[]>();
  for (const ref of sources) {
    const source = tasks.get(requestKey(ref));
    if (source && isInFlight(source.task.state)) return 'foreign';
    // The task itself is read because the record of a text may contain only its hash.
    const result = source ? buildSaved(source) : findSaved(recorded, ref);
    const job = ref.job ?? '';
    if (!result) return { ok: false, error: { code: 'upstream-failed', message: job } };
    results.set(job, [...(results.get(job) ?? []), result]);
  }
  return { ok: true, results };
}

function buildSaved({ task }: TaskEntry): JobResult | undefined {
  return task.state === 'saved' ? buildJobResult(task) : undefined;
}

/** Finds a result whose task has left the journal. Its line is still in the runs file. */
function findSaved(records: readonly RunsRecord[], ref: ResultRef): RunsRecord | undefined {
  return records.findLast((record) => record.status === 'saved' && requestKey(record) === requestKey(ref));
}
