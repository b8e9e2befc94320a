import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Times are Unix ms. */
const groupSchema = z.object({ id: z.string(), name: z.string(), createdAtMs: z.number() });

const assetSchema = z.object({
  id: z.string(),
  groupId: z.string(),
  name: z.string(),
  url: z.string(),
  type: z.enum(['Image', 'Video', 'Audio']),
  createdAtMs: z.number(),
});

/** Media registered by its URL, known to jobs as `asset://<id>`. */
export type Asset = Readonly<z.infer<typeof assetSchema>>;

export type AssetStore = ReturnType<typeof createAssetStore>;

export function createAssetId(kind: 'asset' | 'group'): string {
  return `${kind}-${randomBytes(12).toString('hex')}`;
}

/** Stores assets beside the tasks of the data folder. */
export function createAssetStore(dataDir: string) {
  return {
    groups: createDocumentStore(join(dataDir, 'assetGroups'), groupSchema),
    assets: createDocumentStore(join(dataDir, 'assets'), assetSchema),
  };
}

/**
 * Creates a store of small documents, one file each. Several servers may use the folder. It is created with the first
 * document.
 */
function createDocumentStore<T extends { readonly id: string; readonly createdAtMs: number }>(
  folder: string,
  schema: z.ZodMiniType<T>,
) {
  const read = async (name: string): Promise<T | null> => {
    try {
      return z.parse(schema, JSON.parse(await readFile(join(folder, name), 'utf8')));
    } catch {
      return null;
    }
  };
  return {
    /** Lists the newest first. Documents of the same moment are sorted by id, so that pages do not overlap. */
    async list(): Promise<readonly T[]> {
      const names = await readdir(folder).catch(() => []);
      const documents = await Promise.all(names.filter((name) => name.endsWith('.json')).map(read));
      return documents
        .filter((each) => each !== null)
        .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
    },
    /** Returns null if there is none. Ids become file names, so no other string is accepted. */
    async find(id: string): Promise<T | null> {
      return /^[a-z]+-[0-9a-f]{8,64}$/.test(id) ? await read(`${id}.json`) : null;
    },
    async add(document: T): Promise<void> {
      await mkdir(folder, { recursive: true });
      const part = join(folder, `.part-${randomBytes(8).toString('hex')}`);
      await writeFile(part, JSON.stringify(document), { flag: 'wx', mode: 0o600 });
      await rename(part, join(folder, `${document.id}.json`));
    },
  };
}
