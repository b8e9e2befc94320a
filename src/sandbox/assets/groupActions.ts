import { textOf } from '../media/taskBody.ts';
import type { AssetAction } from './assetAction.ts';
import { createAssetId } from './assetStore.ts';
import { buildGroupView } from './assetView.ts';
import { buildPage, newestFirst, parsePage } from './page.ts';

const create: AssetAction = async ({ parts: { assets, now }, body }) => {
  const name = textOf(body['name']);
  if (name === '') return { problem: 'name is missing.' };
  const id = createAssetId('group');
  const description = textOf(body['description']);
  const type = textOf(body['group_type']);
  await assets.groups.put({ id, name, description, type, createdAtMs: now(), updatedAtMs: now() });
  return { data: { Id: id } };
};

const list: AssetAction = async ({ parts, body }) => {
  const groups = newestFirst(await parts.assets.groups.list());
  return { data: buildPage(groups.map(buildGroupView), parsePage(body)) };
};

const get: AssetAction = async ({ parts, body }) => {
  const group = await parts.assets.groups.find(textOf(body['id']));
  return group ? { data: buildGroupView(group) } : { problem: missing(textOf(body['id'])) };
};

const update: AssetAction = async ({ parts, body }) => {
  const group = await parts.assets.groups.find(textOf(body['id']));
  if (!group) return { problem: missing(textOf(body['id'])) };
  const name = textOf(body['name']) || group.name;
  const description = textOf(body['description']) || group.description;
  await parts.assets.groups.put({ ...group, name, description, updatedAtMs: parts.now() });
  return { data: { Id: group.id } };
};

export const groupActions: Readonly<Record<string, AssetAction>> = { create, list, get, update };

function missing(id: string): string {
  return `id: there is no group "${id}".`;
}
