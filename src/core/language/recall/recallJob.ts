import type { Catalog } from '../../catalog/catalog.ts';
import { isReservedKey } from '../../catalog/reservedKeys.ts';
import type { Job } from '../../jobFile/job.ts';
import { parseFilePath } from '../../jobFile/lookups.ts';
import { parseJobFileText } from '../../jobFile/parse/parseJobFile.ts';
import { recordRequest } from '../../jobFile/recordRequest.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import { parseSyntax } from '../../jobFile/syntax/parseSyntax.ts';
import { type MapNode, mapToJson, findEntry, isNull } from '../../jobFile/syntax/syntaxNode.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import { findMap, findOwn, type MapChanges, refuseUneditable, setKeys } from '../edits/setKeys.ts';
import { defaultEndpoint, mapToRecalledFields, type RecalledRecord } from './recalledFields.ts';

export interface RecallSource {
  readonly text: string;
  readonly record: RecalledRecord;
  /** The requests that the job file makes now. Empty if it has errors. */
  readonly planned: readonly PlannedRequest[];
  readonly catalog: Pick<Catalog, 'findModel'>;
  /** Returns the SHA-256 of a text in UTF-8 as 64 hex digits. */
  readonly sha256: (text: string) => string;
}

export type RecallOutcome =
  | {
      readonly kind: 'edited';
      readonly text: string;
      /** Fields that stay unchanged, and changed input files: their recorded content is known only by its hash. */
      readonly unresolved: readonly string[];
    }
  /** The job already makes the same request. */
  | { readonly kind: 'unchanged'; readonly unresolved: readonly string[] }
  /** The file no longer has this job. */
  | { readonly kind: 'job-missing' }
  /** The YAML is broken, or the job cannot be changed without changing others. */
  | { readonly kind: 'not-editable' };

/**
 * Returns the job file with one job set to what a record says, by the fewest edits. Comments, layout and expressions
 * stay if they still evaluate to the recorded value. Never throws.
 */
export function recallJob(source: RecallSource): RecallOutcome {
  const { text, record } = source;
  const { jobFile } = parseJobFileText(text);
  const { root, problems } = parseSyntax(text);
  if (problems.length > 0) return { kind: 'not-editable' };
  const job = jobFile.jobs.find(({ id }) => id === record.job);
  const path = record.job === null ? [] : ['jobs', record.job];
  const node = findMap(root, path);
  if (!job || !node || node.entries.length === 0) return { kind: 'job-missing' };
  return refuseUneditable(() => edit({ ...source, job, node, path }));
}

function edit(source: RecallSource & EditedJob): RecallOutcome {
  const { text, record, job } = source;
  const own = new Set(job.fields.map(({ key }) => key));
  const wanted = mapToRecalledFields({ ...record, body: record.request }, own);
  const { current, request } = findClosest(source, own, wanted);
  const keys = [...new Set([...Object.keys(current), ...Object.keys(wanted)])];
  const differing = keys.filter((key) => !isSame(getOwn(current, key), getOwn(wanted, key)));
  const changed = differing.filter((key) => !isUnwritable(getOwn(wanted, key)));
  const unresolved = [
    ...differing.filter((key) => isUnwritable(getOwn(wanted, key))),
    ...listChangedInputs(record, request),
  ];
  const matrix = request && reduceMatrix({ ...source, request }, { changed, wanted });
  // An axis that sets a field has the value, so the job does not.
  const set = changed.filter((key) => !matrix?.setters.includes(key));
  const edited = editFields({ ...source, text: matrix?.text ?? text }, set, wanted);
  if (edited === text) return { kind: 'unchanged', unresolved };
  // Everything except the changed fields must have the same meaning as before, whatever anchors and layouts there are.
  const rest = (each: string): string => canonicalJson(readRest(each, record.job, changed));
  const isRight = parseSyntax(edited).problems.length === 0 && rest(edited) === rest(text);
  return isRight ? { kind: 'edited', text: edited, unresolved } : { kind: 'not-editable' };
}

/**
 * Returns the request of the job with the fewest differences. Of several, the one with the same number. If nothing could
 * be planned, there is no request, and expressions count as different.
 */
function findClosest(
  { planned, record, job, sha256 }: RecallSource & EditedJob,
  own: ReadonlySet<string>,
  wanted: JsonObject,
): { readonly current: JsonObject; readonly request: PlannedRequest | null } {
  const candidates = planned
    .filter((request) => request.job === record.job)
    .map((request) => {
      // Compares in the form of records, so that what a record leaves out makes no difference.
      const { request: body, inputs } = recordRequest(request, sha256);
      const current = mapToRecalledFields({ endpoint: request.endpoint, body, inputs }, own);
      const keys = new Set([...Object.keys(current), ...Object.keys(wanted)]);
      const count = [...keys].filter((key) => !isSame(getOwn(current, key), getOwn(wanted, key))).length;
      return { current, request, distance: count + (request.index === record.index ? 0 : 0.5) };
    })
    .sort((a, b) => a.distance - b.distance);
  return candidates[0] ?? { current: readWritten(job), request: null };
}

function readWritten({ model, fields, request }: Job): JsonObject {
  const entries = [...(model ? [model] : []), ...fields, ...(request?.entries ?? [])];
  return Object.fromEntries(entries.map(({ key, value }) => [key, mapToJson(value)]));
}

/** Returns the paths of local files that are still named and have other content now. */
function listChangedInputs({ inputs }: RecalledRecord, request: PlannedRequest | null): readonly string[] {
  const now = new Map(request?.inputs.map(({ path, sha256 }) => [path, sha256]));
  return inputs.flatMap(({ path, sha256 }) => ([undefined, '', sha256].includes(now.get(path)) ? [] : [path]));
}

/** A value of another job is known by its hash, so the expression that references it stays. */
function isSame(current: JsonValue | undefined, wanted: JsonValue | undefined): boolean {
  if (current === undefined || wanted === undefined) return current === wanted;
  if (hasDigest(wanted) && canonicalJson(current).includes('${{ jobs')) return true;
  return canonicalJson(current) === canonicalJson(wanted);
}

/** Whether a value cannot be written into a job file: only its hash is known, or it would read a file there. */
function isUnwritable(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return hasDigest(value) || parseFilePath(value) !== null;
  if (typeof value !== 'object' || value === null) return false;
  const members: readonly JsonValue[] = Array.isArray(value) ? value : Object.values(value);
  return members.some(isUnwritable);
}

function hasDigest(value: JsonValue | undefined): boolean {
  return value !== undefined && /sha256:[0-9a-f]{64}/.test(canonicalJson(value));
}

/**
 * Keeps only the combination of `request` if a changed field depends on the matrix, because the others would make
 * unwanted requests. Returns the text with the axes that set a field, or null if the matrix stays unchanged. Throws a
 * NotEditableError.
 */
function reduceMatrix(
  { text, path, node, request }: EditedJob & { readonly request: PlannedRequest },
  { changed, wanted }: { readonly changed: readonly string[]; readonly wanted: JsonObject },
) {
  const matrix = findOwn(node, 'matrix')?.value;
  if (matrix?.kind !== 'map') return null;
  const names = Object.keys(request.axes);
  const isOwn = (key: string): boolean => findOwn(node, key) !== undefined;
  const setters = names.filter((name) => changed.includes(name) && !isOwn(name) && getOwn(wanted, name) !== undefined);
  const speaksOfIt = changed.some((key) => {
    const entry = findOwn(node, key);
    return entry !== undefined && text.slice(entry.start, entry.end).includes('matrix');
  });
  if (setters.length === 0 && !speaksOfIt) return null;
  const valueOf = (name: string): JsonValue =>
    (setters.includes(name) ? getOwn(wanted, name) : undefined) ?? getOwn(request.axes, name) ?? null;
  const changes: MapChanges = {
    ...Object.fromEntries(names.map((name) => [name, [valueOf(name)]])),
    ...Object.fromEntries(['include', 'exclude'].filter((key) => findOwn(matrix, key)).map((key) => [key, undefined])),
  };
  return { text: setKeys(text, [...path, 'matrix'], changes), setters };
}

/** Keys that an edit may change apart from fields. */
const touchedKeys: readonly string[] = ['gen', 'matrix', 'request'];

/** Returns a job file without what an edit of a job may change. */
function readRest(text: string, job: string | null, changed: readonly string[]): JsonValue {
  const { root } = parseSyntax(text);
  if (root?.kind !== 'map') return null;
  const file = mapToJson(root) as JsonObject;
  const touched = new Set([...touchedKeys, ...changed]);
  const without = (whole: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(whole).filter(([key]) => !touched.has(key)));
  if (job === null) return without(file);
  const { jobs } = file;
  if (!isJsonObject(jobs)) return file;
  return { ...file, jobs: { ...jobs, [job]: isJsonObject(jobs[job]) ? without(jobs[job]) : null } };
}

interface EditedJob {
  readonly text: string;
  readonly job: Job;
  /** The map of the job, and its keys from the root. */
  readonly node: MapNode;
  readonly path: readonly string[];
  readonly record: RecalledRecord;
  readonly catalog: Pick<Catalog, 'findModel'>;
}

/** Returns the text with fields set where they are written: in the job, or in `request`. Throws a NotEditableError. */
function editFields(source: EditedJob, keys: readonly string[], wanted: JsonObject): string {
  const { text, path, node, job } = source;
  const extras = findOwn(node, 'request')?.value;
  const extra = extras?.kind === 'map' ? extras : null;
  const inExtra = (key: string): boolean => isReservedKey(key) || findEntry(extra, key) !== undefined;
  const extraKeys = keys.filter(inExtra);
  const changes: MapChanges = {
    ...Object.fromEntries(
      keys.filter((key) => !inExtra(key)).map((key) => [key, getOwn(wanted, key) ?? leaveOut(job, node, key)]),
    ),
    ...buildGen(source),
    ...(extra || extraKeys.length === 0 ? {} : { request: pick(wanted, extraKeys) }),
  };
  const extraChanges = extra ? Object.fromEntries(extraKeys.map((key) => [key, getOwn(wanted, key)])) : {};
  return setKeys(setKeys(text, path, changes), [...path, 'request'], extraChanges);
}

/** If the job inherits a field, `null` leaves it out. A field of the job itself is removed. */
function leaveOut({ fields }: Job, node: MapNode, key: string): JsonValue | undefined {
  const own = findOwn(node, key);
  const isInherited = !own && fields.some((field) => field.key === key);
  return isInherited ? null : undefined;
}

function pick(wanted: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => keys.includes(key)));
}

/** Sets `gen.endpoint` if the job would use another one. */
function buildGen({ job, node, record, catalog }: EditedJob): MapChanges {
  const path = job.endpoint?.path ?? defaultEndpoint(record.model, catalog);
  if (path === record.endpoint) return {};
  const gen = findOwn(node, 'gen')?.value;
  if (!gen || isNull(gen)) return { gen: { endpoint: record.endpoint } };
  const before = mapToJson(gen);
  return { gen: { ...(isJsonObject(before) ? before : { version: before }), endpoint: record.endpoint } };
}
