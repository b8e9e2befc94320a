import * as z from '../../core/support/zod.ts';
import type { TaskError } from '../../core/task/model/task.ts';
import { parseArray, parseObject, type WireObject } from '../wire/wireObject.ts';

/** Media that the gateway knows by an id, registered by public URL and used as `asset://<id>`. */
export interface Asset {
  readonly id: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly groupId: string | null;
  readonly kind: AssetKind | null;
  readonly state: AssetState;
  /** Status as the gateway words it, verbatim. */
  readonly statusWord: string | null;
}

export type AssetKind = 'Image' | 'Video' | 'Audio';

/** Only an active asset can be used. An unknown status word counts as `processing`. */
type AssetState = 'processing' | 'active' | 'failed';

export interface AssetGroup {
  readonly id: string;
  readonly name: string | null;
}

/** Limits of the account. A property is null if the gateway does not report it. */
export interface AssetQuota {
  readonly maxCount: number | null;
  readonly currentCount: number | null;
}

export interface AssetRegistration {
  /** Must be public, because the gateway fetches it. */
  readonly url: string;
  readonly kind: AssetKind;
  readonly name: string | null;
  readonly groupId: string;
}

/** For a registration, `no-answer` and `answer-without-task` mean that it may have been charged. */
export type AssetOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: TaskError };

/** Ids may be numbers. */
const id = z.pipe(
  z.union([z.string().check(z.trim(), z.minLength(1)), z.number()]),
  z.transform((value) => String(value)),
);
const text = z.withFallback(z.nullable(z.string().check(z.trim(), z.minLength(1))), null);
const count = z.withFallback(z.nullable(z.number()), null);

const assetSchema = z.object({
  id,
  name: text,
  url: text,
  groupid: z.withFallback(z.nullable(id), null),
  assettype: text,
  status: text,
});
const groupSchema = z.object({ id, name: text });
const quotaSchema = z.object({
  maxcountperuser: count,
  currentcount: count,
});

/** Returns null if the value is not an asset. */
export function parseAsset(value: unknown): Asset | null {
  const parsed = z.safeParse(assetSchema, foldKeys(value));
  if (!parsed.success) return null;
  const { groupid, assettype, status, ...rest } = parsed.data;
  return { ...rest, groupId: groupid, kind: parseKind(assettype), state: parseState(status), statusWord: status };
}

export function parseGroup(value: unknown): AssetGroup | null {
  const parsed = z.safeParse(groupSchema, foldKeys(value));
  return parsed.success ? parsed.data : null;
}

export function parseQuota(value: unknown): AssetQuota {
  const { maxcountperuser, currentcount } = z.parse(quotaSchema, foldKeys(parseObject(value) ?? {}));
  return { maxCount: maxcountperuser, currentCount: currentcount };
}

/** Returns the entries of a list, which may be the value itself or its member `Items`. */
export function listItems(data: unknown): readonly unknown[] {
  const folded = foldKeys(data);
  return Array.isArray(data) ? data : parseArray(folded?.['items'] ?? folded?.['list'] ?? folded?.['data']);
}

/** Treats `GroupId`, `group_id` and `groupId` as one key. A missing key is null. */
function foldKeys(value: unknown): WireObject | null {
  const object = parseObject(value);
  if (!object) return null;
  const entries = Object.entries(object).map(([key, member]) => [key.replaceAll('_', '').toLowerCase(), member]);
  return { ...nulls, ...(Object.fromEntries(entries) as WireObject) };
}

const nulls = {
  name: null,
  url: null,
  groupid: null,
  assettype: null,
  status: null,
  maxcountperuser: null,
  currentcount: null,
};

function parseKind(word: string | null): AssetKind | null {
  const kinds: readonly AssetKind[] = ['Image', 'Video', 'Audio'];
  return kinds.find((kind) => kind.toLowerCase() === word?.toLowerCase()) ?? null;
}

function parseState(word: string | null): AssetState {
  if (/^(active|success|succeeded|ready|available)$/i.test(word ?? '')) return 'active';
  return /^(failed|failure|error|rejected|expired)$/i.test(word ?? '') ? 'failed' : 'processing';
}
