import { isJsonObject, type JsonObject, type JsonValue } from '../../core/support/json/json.ts';
import type { GatewayParts } from '../gatewayParts.ts';
import type { Call } from '../http/call.ts';
import { jsonResponse, type GatewayResponse } from '../http/response.ts';
import { numberOf, textOf } from '../media/taskBody.ts';
import { toUnixSeconds } from '../views/phase.ts';
import { createAssetId, type Asset } from './assetStore.ts';

/** Actions by the path after `/v1/assets/`. */
const actions: ReadonlyMap<string, AssetAction> = new Map([
  ['create', createAsset],
  ['list', listAssets],
  ['get', getAsset],
  ['group/create', createGroup],
  ['group/list', listGroups],
]);

/** A logical failure is HTTP 200 with `success: false`, as observed for such gateways. */
export async function serveAssets(parts: AssetParts, { path, body }: Call): Promise<GatewayResponse> {
  const action = actions.get(path.slice('/v1/assets/'.length));
  if (!action) return refuse(404, `The sandbox does not have ${path}.`);
  const value = body.kind === 'none' ? {} : body.kind === 'json' ? body.value : null;
  if (!isJsonObject(value)) return refuse(400, 'The body must be a JSON object.');
  const outcome = await action(value, parts);
  if ('problem' in outcome) return refuse(200, outcome.problem);
  return jsonResponse(200, { success: true, message: '', data: outcome.data });
}

function refuse(status: number, message: string): GatewayResponse {
  return jsonResponse(status, { success: false, message, data: null });
}

type AssetParts = Pick<GatewayParts, 'assets' | 'now' | 'speed'>;

/** Returns the `data` of the response, or why there is none. `body` is empty if none was sent. */
type AssetAction = (
  body: JsonObject,
  parts: AssetParts,
) => Promise<{ readonly data: JsonObject } | { readonly problem: string }>;

const types: readonly Asset['type'][] = ['Image', 'Video', 'Audio'];

/** Registering is free in the sandbox, and the URL is not fetched. */
async function createAsset(body: JsonObject, { assets, now }: AssetParts): ReturnType<AssetAction> {
  const groupId = textOf(body['group_id']);
  const url = textOf(body['url']);
  const type = types.find((each) => each === body['asset_type']);
  if (!(await assets.groups.find(groupId))) return { problem: `group_id: there is no group "${groupId}".` };
  if (!/^https?:\/\//.test(url)) return { problem: 'url must be an http: or https: URL.' };
  if (!type) return { problem: `asset_type must be one of ${types.join(', ')}.` };
  const id = createAssetId('asset');
  const name = textOf(body['name']) || (url.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  await assets.assets.add({ id, groupId, name, url, type, createdAtMs: now() });
  return { data: { Id: id } };
}

/** Other keys of a filter are ignored. */
async function listAssets(body: JsonObject, parts: AssetParts): ReturnType<AssetAction> {
  const filters = isJsonObject(body['filters']) ? body['filters'] : {};
  const wanted = (await parts.assets.assets.list()).filter(({ groupId, type }) => {
    const groups = filters['group_ids'] ?? filters['group_id'] ?? groupId;
    return [groups].flat().includes(groupId) && (filters['asset_type'] ?? type) === type;
  });
  return { data: buildPage(wanted, (asset) => buildAsset(asset, parts), body) };
}

async function getAsset(body: JsonObject, parts: AssetParts): ReturnType<AssetAction> {
  const id = textOf(body['id']);
  const asset = await parts.assets.assets.find(id);
  return asset ? { data: buildAsset(asset, parts) } : { problem: `id: there is no asset "${id}".` };
}

/** How long an asset is checked before it can be used, at speed 1, in ms. */
const processingMs = 10_000;

/**
 * The keys inside `data` are in Pascal case, as observed for such gateways. A name that starts with `[fail]` makes the
 * asset fail.
 */
function buildAsset({ id, name, url, groupId, type, createdAtMs }: Asset, { now, speed }: AssetParts): JsonObject {
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

async function createGroup(body: JsonObject, { assets, now }: AssetParts): ReturnType<AssetAction> {
  const name = textOf(body['name']);
  if (name === '') return { problem: 'name is missing.' };
  const id = createAssetId('group');
  await assets.groups.add({ id, name, createdAtMs: now() });
  return { data: { Id: id } };
}

async function listGroups(body: JsonObject, { assets }: AssetParts): ReturnType<AssetAction> {
  const groups = await assets.groups.list();
  return { data: buildPage(groups, ({ id, name }) => ({ Id: id, Name: name }), body) };
}

const defaultPageSize = 20;
const maxPageSize = 100;

/** Builds the requested page of a list. Pages are counted from 1. */
function buildPage<T>(items: readonly T[], build: (item: T) => JsonValue, body: JsonObject): JsonObject {
  const number = Math.max(1, Math.floor(numberOf(body['page_number']) ?? 1));
  const wanted = Math.floor(numberOf(body['page_size']) ?? defaultPageSize);
  const size = Math.min(maxPageSize, Math.max(1, wanted));
  const page = items.slice((number - 1) * size, number * size).map(build);
  return { Items: page, TotalCount: items.length, PageNumber: number, PageSize: size };
}
