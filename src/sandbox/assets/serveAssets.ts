import { isJsonObject, type JsonObject, type JsonValue } from '../../core/support/json/json.ts';
import type { GatewayParts } from '../gatewayParts.ts';
import type { Call } from '../http/call.ts';
import { jsonResponse, type GatewayResponse } from '../http/response.ts';
import { numberOf, textOf } from '../media/taskBody.ts';
import { toUnixSeconds } from '../views/phase.ts';
import { createAssetId, type Asset, type AssetGroup } from './assetStore.ts';

/** Actions by the path after `/v1/assets/`. */
const actions: ReadonlyMap<string, AssetAction> = new Map([
  ['create', createAsset],
  ['list', listAssets],
  ['get', getAsset],
  ['update', updateAsset],
  ['delete', removeAsset],
  ['quota', getQuota],
  ['group/create', createGroup],
  ['group/list', listGroups],
  ['group/get', getGroup],
  ['group/update', updateGroup],
]);

/** A logical failure is HTTP 200 with `success: false`, as observed for such gateways. */
export async function serveAssets(parts: AssetContext['parts'], call: Call): Promise<GatewayResponse> {
  const action = actions.get(call.path.slice('/v1/assets/'.length));
  if (!action) return refuse(404, `The sandbox does not have ${call.path}.`);
  const body = objectOf(call);
  if (!body) return refuse(400, 'The body must be a JSON object.');
  const outcome = await action({ parts, body });
  if ('problem' in outcome) return refuse(200, outcome.problem);
  return jsonResponse(200, { success: true, message: '', data: outcome.data });
}

function objectOf({ body }: Call): JsonObject | null {
  if (body.kind === 'none') return {};
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
}

function refuse(status: number, message: string): GatewayResponse {
  return jsonResponse(status, { success: false, message, data: null });
}

/** The input of an action. `body` is empty if none was sent. */
interface AssetContext {
  readonly parts: Pick<GatewayParts, 'assets' | 'now' | 'speed'>;
  readonly body: JsonObject;
}

/** The `data` of the response, or why there is none. */
type AssetOutcome = { readonly data: JsonObject | null } | { readonly problem: string };

type AssetAction = (context: AssetContext) => Promise<AssetOutcome>;

const types: readonly Asset['type'][] = ['Image', 'Video', 'Audio'];

/** The sandbox is never full. The number is only for display. */
const maxAssets = 1000;

/** Registering is free in the sandbox, and the URL is not fetched. */
async function createAsset({ parts, body }: AssetContext): Promise<AssetOutcome> {
  const { assets, now } = parts;
  const groupId = textOf(body['group_id']);
  const url = textOf(body['url']);
  const type = types.find((each) => each === body['asset_type']);
  if (!(await assets.groups.find(groupId))) return { problem: `group_id: there is no group "${groupId}".` };
  if (!/^https?:\/\//.test(url)) return { problem: 'url must be an http: or https: URL.' };
  if (!type) return { problem: `asset_type must be one of ${types.join(', ')}.` };
  const id = createAssetId('asset');
  const name = textOf(body['name']) || (url.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  await assets.assets.put({ id, groupId, name, url, type, createdAtMs: now(), updatedAtMs: now() });
  return { data: { Id: id } };
}

async function listAssets(context: AssetContext): Promise<AssetOutcome> {
  const { parts, body } = context;
  const filters = isJsonObject(body['filters']) ? body['filters'] : {};
  const all = newestFirst(await parts.assets.assets.list());
  const wanted = all.filter((asset) => matches(asset, filters));
  return {
    data: buildPage(
      wanted.map((each) => buildAssetView(each, context)),
      parsePage(body),
    ),
  };
}

/** Other keys of a filter are ignored. */
function matches(asset: Asset, filters: JsonObject): boolean {
  const groups = filters['group_ids'] ?? filters['group_id'] ?? asset.groupId;
  const type = filters['asset_type'] ?? asset.type;
  return [groups].flat().includes(asset.groupId) && type === asset.type;
}

async function getAsset(context: AssetContext): Promise<AssetOutcome> {
  const asset = await findAsset(context);
  return asset ? { data: buildAssetView(asset, context) } : missingAsset(context);
}

async function updateAsset(context: AssetContext): Promise<AssetOutcome> {
  const { parts, body } = context;
  const asset = await findAsset(context);
  if (!asset) return missingAsset(context);
  await parts.assets.assets.put({ ...asset, name: textOf(body['name']) || asset.name, updatedAtMs: parts.now() });
  return { data: { Id: asset.id } };
}

async function removeAsset(context: AssetContext): Promise<AssetOutcome> {
  const asset = await findAsset(context);
  if (!asset) return missingAsset(context);
  await context.parts.assets.assets.remove(asset.id);
  return { data: null };
}

async function getQuota({ parts }: AssetContext): Promise<AssetOutcome> {
  const { length } = await parts.assets.assets.list();
  return { data: { enabled: true, max_count_per_user: maxAssets, current_count: length } };
}

function findAsset({ parts, body }: AssetContext): Promise<Asset | null> {
  return parts.assets.assets.find(textOf(body['id']));
}

function missingAsset({ body }: AssetContext): { readonly problem: string } {
  return { problem: `id: there is no asset "${textOf(body['id'])}".` };
}

/** How long an asset is checked before it can be used, at speed 1, in ms. */
const processingMs = 10_000;

/** The keys inside `data` are in Pascal case, as observed for such gateways. */
function buildAssetView(asset: Asset, { parts }: AssetContext): JsonObject {
  return {
    Id: asset.id,
    Name: asset.name,
    URL: asset.url,
    GroupId: asset.groupId,
    AssetType: asset.type,
    Status: statusOf(asset, parts.now() - processingMs / parts.speed),
    CreateTime: toUnixSeconds(asset.createdAtMs),
    UpdateTime: toUnixSeconds(asset.updatedAtMs),
  };
}

/** A name that starts with `[fail]` makes the asset fail. */
function statusOf({ createdAtMs, name }: Asset, readyBeforeMs: number): string {
  if (createdAtMs > readyBeforeMs) return 'Processing';
  return name.startsWith('[fail]') ? 'Failed' : 'Active';
}

async function createGroup({ parts: { assets, now }, body }: AssetContext): Promise<AssetOutcome> {
  const name = textOf(body['name']);
  if (name === '') return { problem: 'name is missing.' };
  const id = createAssetId('group');
  const description = textOf(body['description']);
  const type = textOf(body['group_type']);
  await assets.groups.put({ id, name, description, type, createdAtMs: now(), updatedAtMs: now() });
  return { data: { Id: id } };
}

async function listGroups({ parts, body }: AssetContext): Promise<AssetOutcome> {
  const groups = newestFirst(await parts.assets.groups.list());
  return { data: buildPage(groups.map(buildGroupView), parsePage(body)) };
}

async function getGroup({ parts, body }: AssetContext): Promise<AssetOutcome> {
  const group = await parts.assets.groups.find(textOf(body['id']));
  return group ? { data: buildGroupView(group) } : { problem: missingGroup(textOf(body['id'])) };
}

async function updateGroup({ parts, body }: AssetContext): Promise<AssetOutcome> {
  const group = await parts.assets.groups.find(textOf(body['id']));
  if (!group) return { problem: missingGroup(textOf(body['id'])) };
  const name = textOf(body['name']) || group.name;
  const description = textOf(body['description']) || group.description;
  await parts.assets.groups.put({ ...group, name, description, updatedAtMs: parts.now() });
  return { data: { Id: group.id } };
}

function missingGroup(id: string): string {
  return `id: there is no group "${id}".`;
}

function buildGroupView(group: AssetGroup): JsonObject {
  return {
    Id: group.id,
    Name: group.name,
    Description: group.description,
    GroupType: group.type,
    CreateTime: toUnixSeconds(group.createdAtMs),
    UpdateTime: toUnixSeconds(group.updatedAtMs),
  };
}

/** The requested page of a list. Both numbers start at 1. */
interface Page {
  readonly number: number;
  readonly size: number;
}

const defaultPageSize = 20;
const maxPageSize = 100;

function parsePage(body: JsonObject): Page {
  const number = Math.max(1, Math.floor(numberOf(body['page_number']) ?? 1));
  const size = Math.floor(numberOf(body['page_size']) ?? defaultPageSize);
  return { number, size: Math.min(maxPageSize, Math.max(1, size)) };
}

/** Items of the same moment are sorted by id, so that pages do not overlap. */
function newestFirst<T extends { readonly id: string; readonly createdAtMs: number }>(
  documents: readonly T[],
): readonly T[] {
  return [...documents].sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
}

function buildPage(items: readonly JsonValue[], { number, size }: Page): JsonObject {
  const start = (number - 1) * size;
  return { Items: items.slice(start, start + size), TotalCount: items.length, PageNumber: number, PageSize: size };
}
