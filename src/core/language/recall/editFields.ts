import type { Catalog } from '../../catalog/catalog.ts';
import { isReservedKey } from '../../catalog/reservedKeys.ts';
import type { Job } from '../../jobFile/job.ts';
import { findEntry, isNull, type MapNode, mapToJson } from '../../jobFile/syntax/syntaxNode.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import { findOwn, type MapChanges, setKeys } from '../edits/setKeys.ts';
import type { RecalledRecord } from './recalledFields.ts';

/** One job of a job file, and the request that it should make. */
export interface EditedJob {
  readonly text: string;
  readonly job: Job;
  /** The map of the job, and its keys from the root. */
  readonly node: MapNode;
  readonly path: readonly string[];
  readonly record: RecalledRecord;
  readonly catalog: Pick<Catalog, 'findModel'>;
}

/** Returns the text with fields set where they are written: in the job, or in `request`. Throws a NotEditableError. */
export function editFields(source: EditedJob, keys: readonly string[], wanted: JsonObject): string {
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

/** Returns null for a model that the catalog does not know, or without a model. */
export function defaultEndpoint(model: string | null, catalog: Pick<Catalog, 'findModel'>): string | null {
  const families = model === null ? undefined : catalog.findModel(model)?.families;
  return families?.[0].endpoints[0].path ?? null;
}
