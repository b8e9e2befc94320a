import type { JsonObject } from '../../core/support/json/json.ts';
import { toUnixSeconds } from '../views/phase.ts';
import type { Asset, AssetGroup } from './assetStore.ts';

/** How long an asset is checked before it can be used, at speed 1, in ms. */
const processingMs = 10_000;

/** The keys inside `data` are in Pascal case, as observed for such gateways. */
export function buildAssetView(asset: Asset, { nowMs, speed }: { nowMs: number; speed: number }): JsonObject {
  return {
    Id: asset.id,
    Name: asset.name,
    URL: asset.url,
    GroupId: asset.groupId,
    AssetType: asset.type,
    Status: statusOf(asset, nowMs - processingMs / speed),
    CreateTime: toUnixSeconds(asset.createdAtMs),
    UpdateTime: toUnixSeconds(asset.updatedAtMs),
  };
}

/** A name that starts with `[fail]` makes the asset fail. */
function statusOf({ createdAtMs, name }: Asset, readyBeforeMs: number): string {
  if (createdAtMs > readyBeforeMs) return 'Processing';
  return name.startsWith('[fail]') ? 'Failed' : 'Active';
}

export function buildGroupView(group: AssetGroup): JsonObject {
  return {
    Id: group.id,
    Name: group.name,
    Description: group.description,
    GroupType: group.type,
    CreateTime: toUnixSeconds(group.createdAtMs),
    UpdateTime: toUnixSeconds(group.updatedAtMs),
  };
}
