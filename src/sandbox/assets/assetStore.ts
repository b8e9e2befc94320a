import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from '../../core/support/zod.ts';
import { createDocumentStore, type DocumentStore } from '../store/documentStore.ts';

const groupSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

const assetSchema = z.object({
  id: z.string(),
  groupId: z.string(),
  name: z.string(),
  url: z.string(),
  type: z.enum(['Image', 'Video', 'Audio']),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

/** Times are Unix ms. */
export type AssetGroup = Readonly<z.infer<typeof groupSchema>>;

/** Media registered by its URL, known to jobs as `asset://<id>`. Times are Unix ms. */
export type Asset = Readonly<z.infer<typeof assetSchema>>;

export interface AssetStore {
  readonly groups: DocumentStore<AssetGroup>;
  readonly assets: DocumentStore<Asset>;
}

export function createAssetId(kind: 'asset' | 'group'): string {
  return `${kind}-${randomBytes(12).toString('hex')}`;
}

/** Stores assets beside the tasks of the data folder. */
export function createAssetStore(dataDir: string): AssetStore {
  return {
    groups: createDocumentStore(join(dataDir, 'assetGroups'), (text) => parseDocument(groupSchema, text)),
    assets: createDocumentStore(join(dataDir, 'assets'), (text) => parseDocument(assetSchema, text)),
  };
}

function parseDocument<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return z.parse(schema, JSON.parse(text));
  } catch {
    return null;
  }
}
