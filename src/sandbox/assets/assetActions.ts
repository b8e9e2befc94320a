import { isJsonObject, type JsonObject } from '../../core/support/json/json.ts';
import { textOf } from '../media/taskBody.ts';
import type { AssetAction, AssetContext } from './assetAction.ts';
import { createAssetId, type Asset } from './assetStore.ts';
import { buildAssetView } from './assetView.ts';
import { buildPage, newestFirst, parsePage } from './page.ts';

const types: readonly Asset['type'][] = ['Image', 'Video', 'Audio'];

/** The sandbox is never full. The number is only for display. */
const maxAssets = 1000;

const view = (asset: Asset, { parts }: AssetContext): JsonObject =>
  buildAssetView(asset, { nowMs: parts.now(), speed: parts.speed });

/** Registering is free in the sandbox, and the URL is not fetched. */
const create: AssetAction = async ({ parts, body }) => {
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
};

const list: AssetAction = async (context) => {
  const { parts, body } = context;
  const filters = isJsonObject(body['filters']) ? body['filters'] : {};
  const all = newestFirst(await parts.assets.assets.list());
  const wanted = all.filter((asset) => matches(asset, filters));
  return {
    data: buildPage(
      wanted.map((each) => view(each, context)),
      parsePage(body),
    ),
  };
};

/** Other keys of a filter are ignored. */
function matches(asset: Asset, filters: JsonObject): boolean {
  const groups = filters['group_ids'] ?? filters['group_id'] ?? asset.groupId;
  const type = filters['asset_type'] ?? asset.type;
  return [groups].flat().includes(asset.groupId) && type === asset.type;
}

const get: AssetAction = async (context) => {
  const asset = await findAsset(context);
  return asset ? { data: view(asset, context) } : missing(context);
};

const update: AssetAction = async (context) => {
  const { parts, body } = context;
  const asset = await findAsset(context);
  if (!asset) return missing(context);
  await parts.assets.assets.put({ ...asset, name: textOf(body['name']) || asset.name, updatedAtMs: parts.now() });
  return { data: { Id: asset.id } };
};

const remove: AssetAction = async (context) => {
  const asset = await findAsset(context);
  if (!asset) return missing(context);
  await context.parts.assets.assets.remove(asset.id);
  return { data: null };
};

const quota: AssetAction = async ({ parts }) => {
  const { length } = await parts.assets.assets.list();
  return { data: { enabled: true, max_count_per_user: maxAssets, current_count: length } };
};

export const assetActions: Readonly<Record<string, AssetAction>> = { create, list, get, update, delete: remove, quota };

function findAsset({ parts, body }: AssetContext): Promise<Asset | null> {
  return parts.assets.assets.find(textOf(body['id']));
}

function missing({ body }: AssetContext): { readonly problem: string } {
  return { problem: `id: there is no asset "${textOf(body['id'])}".` };
}
