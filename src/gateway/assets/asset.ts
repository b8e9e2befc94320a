import { parseArray, parseObject, parseText } from '../wire/wireObject.ts';

/** Media that the gateway knows by an id, registered by public URL and used as `asset://<id>`. */
export interface Asset {
  readonly id: string;
  readonly name: string | null;
  readonly kind: AssetKind | null;
  /** Only an active asset can be used. An unknown status word counts as `processing`. */
  readonly state: 'processing' | 'active' | 'failed';
  /** Status as the gateway words it, verbatim. */
  readonly statusWord: string | null;
}

const kinds = ['Image', 'Video', 'Audio'] as const;
export type AssetKind = (typeof kinds)[number];

/** Returns null if the value is not an asset. */
export function parseAsset(value: unknown): Asset | null {
  const entry = foldKeys(value);
  const id = parseId(value);
  if (id === null) return null;
  const [kind, status] = [parseText(entry['assettype']), parseText(entry['status'])];
  return {
    id,
    name: parseText(entry['name']),
    kind: kinds.find((each) => each.toLowerCase() === kind?.toLowerCase()) ?? null,
    state: parseState(status ?? ''),
    statusWord: status,
  };
}

function parseState(word: string): Asset['state'] {
  if (/^(active|success|succeeded|ready|available)$/i.test(word)) return 'active';
  return /^(failed|failure|error|rejected|expired)$/i.test(word) ? 'failed' : 'processing';
}

/** Returns the id of an asset or a group, which may be a number. */
export function parseId(value: unknown): string | null {
  const { id } = foldKeys(value);
  return typeof id === 'number' ? String(id) : parseText(id);
}

/** Returns the entries of a list, which may be the value itself or its member `Items`. */
export function listItems(data: unknown): readonly unknown[] {
  const { items, list, data: inner } = foldKeys(data);
  return Array.isArray(data) ? data : parseArray(items ?? list ?? inner);
}

/** Treats `GroupId`, `group_id` and `groupId` as one key. */
function foldKeys(value: unknown): Readonly<Record<string, unknown>> {
  const entries = Object.entries(parseObject(value) ?? {});
  return Object.fromEntries(entries.map(([key, member]) => [key.replaceAll('_', '').toLowerCase(), member]));
}
