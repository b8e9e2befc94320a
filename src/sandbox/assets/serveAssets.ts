import { isJsonObject, type JsonObject, type JsonValue } from '../../core/support/json/json.ts';
import type { GatewayParts } from '../gatewayParts.ts';
import type { Call } from '../http/call.ts';
import { jsonResponse, toUnixSeconds, type GatewayResponse } from '../http/response.ts';
import { numberOf, textOf } from '../media/taskBody.ts';
import { assetTypes, type AssetRecord } from '../store/assetRecord.ts';
import { createId } from '../store/documentStore.ts';

/** Returns the `data` of the response, or in a sentence why there is none. */
type AssetAction = (body: JsonObject, parts: GatewayParts) => Promise<JsonObject | string>;

/** Actions by the path after `/v1/assets/`. */
const actions: ReadonlyMap<string, AssetAction> = new Map([
  ['create', createAsset],
  ['list', listAssets],
  ['get', getAsset],
  ['group/create', createGroup],
  ['group/list', listGroups],
]);

/** A logical failure is HTTP 200 with `success: false`, as observed for such gateways. */
export async function serveAssets(
  parts: GatewayParts,
  { path, body }: Call,
  [name = '']: readonly string[],
): Promise<GatewayResponse> {
  const action = actions.get(name);
  if (!action) return refuse(404, `The sandbox does not have ${path}.`);
  if (!isJsonObject(body)) return refuse(400, 'The body must be a JSON object.');
  const data = await action(body, parts);
  return typeof data === 'string' ? refuse(200, data) : jsonResponse(200, { success: true, message: '', data });
}

function refuse(status: number, message: string): GatewayResponse {
  return jsonResponse(status, { success: false, message, data: null });
}

/** Registering is free in the sandbox, and the URL is not fetched. */
async function createAsset(body: JsonObject, { assets, assetGroups, now }: GatewayParts): ReturnType<AssetAction> {
  const groupId = textOf(body['group_id']);
  const url = textOf(body['url']);
  const type = assetTypes.find((each) => each === body['asset_type']);
  if (!(await assetGroups.find(groupId))) return `group_id: there is no group "${groupId}".`;
  if (!/^https?:\/\//.test(url)) return 'url must be an http: or https: URL.';
  if (!type) return `asset_type must be one of ${assetTypes.join(', ')}.`;
  const id = createId('asset-');
  const name = textOf(body['name']) || (url.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  await assets.add({ id, groupId, name, url, type, createdAtMs: now() });
  return { Id: id };
}

/** Other keys of a filter are ignored. */
async function listAssets(body: JsonObject, parts: GatewayParts): ReturnType<AssetAction> {
  const filters = isJsonObject(body['filters']) ? body['filters'] : {};
  const wanted = (await parts.assets.list()).filter(({ groupId, type }) => {
    const groups = filters['group_ids'] ?? filters['group_id'] ?? groupId;
    return [groups].flat().includes(groupId) && (filters['asset_type'] ?? type) === type;
  });
  return buildPage(wanted, (asset) => buildAsset(asset, parts), body);
}

async function getAsset(body: JsonObject, parts: GatewayParts): ReturnType<AssetAction> {
  const id = textOf(body['id']);
  const asset = await parts.assets.find(id);
  return asset ? buildAsset(asset, parts) : `id: there is no asset "${id}".`;
}

/** How long an asset is checked before it can be used, at speed 1, in ms. */
const processingMs = 10_000;

/**
 * The keys inside `data` are in Pascal case, as observed for such gateways. A name that starts with `[fail]` makes the
 * asset fail.
 */
function buildAsset(
  { id, name, url, groupId, type, createdAtMs }: AssetRecord,
  { now, speed }: GatewayParts,
): JsonObject {
  const isChecked = createdAtMs <= now() - processingMs / speed;
  return {
    Id: id,
    Name: name,
    URL: url,
    GroupId: groupId,
    AssetType: type,
    Status: isChecked ? (name.startsWith('[fail]') ? 'Failed' : 'Active') : 'Processing',
    CreateTime: toUnixSeconds(createdAtMs),
  };
}

async function createGroup(body: JsonObject, { assetGroups, now }: GatewayParts): ReturnType<AssetAction> {
  const name = textOf(body['name']);
  if (name === '') return 'name is missing.';
  const id = createId('group-');
  await assetGroups.add({ id, name, createdAtMs: now() });
  return { Id: id };
}

async function listGroups(body: JsonObject, { assetGroups }: GatewayParts): ReturnType<AssetAction> {
  return buildPage(await assetGroups.list(), ({ id, name }) => ({ Id: id, Name: name }), body);
}

const defaultPageSize = 20;
const maxPageSize = 100;

/**
 * Builds the requested page of a list, the newest first. Pages are counted from 1. Entries of the same moment are sorted
 * by id, so that pages do not overlap.
 */
function buildPage<T extends { readonly id: string; readonly createdAtMs: number }>(
  items: readonly T[],
  build: (item: T) => JsonValue,
  body: JsonObject,
): JsonObject {
  const number = Math.max(1, Math.floor(numberOf(body['page_number']) ?? 1));
  const wanted = Math.floor(numberOf(body['page_size']) ?? defaultPageSize);
  const size = Math.min(maxPageSize, Math.max(1, wanted));
  const sorted = items.toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
  const page = sorted.slice((number - 1) * size, number * size).map(build);
  return { Items: page, TotalCount: items.length, PageNumber: number, PageSize: size };
}
