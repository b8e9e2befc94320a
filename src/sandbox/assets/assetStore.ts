import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from '../../core/support/zod.ts';

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

/** Small documents that change, one file each. Several servers may use the folder: the last write wins. */
interface DocumentStore<T> {
  /** Documents in no particular order. */
  list(): Promise<readonly T[]>;
  /** Returns null if there is none. */
  find(id: string): Promise<T | null>;
  put(document: T): Promise<void>;
  remove(id: string): Promise<void>;
}

const extension = '.json';

/** Ids become file names, so no other string is accepted. */
const idPattern = /^[a-z]+-[0-9a-f]{8,64}$/;

/** `parse` returns null for text that is not such a document. The folder is created with the first document. */
function createDocumentStore<T extends { readonly id: string }>(
  folder: string,
  parse: (text: string) => T | null,
): DocumentStore<T> {
  const read = async (name: string): Promise<T | null> => {
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    return text === null ? null : parse(text);
  };
  return {
    async list() {
      const names = await readdir(folder).catch(() => []);
      const documents = await Promise.all(names.filter((name) => name.endsWith(extension)).map(read));
      return documents.filter((each) => each !== null);
    },
    find: (id) => (idPattern.test(id) ? read(id + extension) : Promise.resolve(null)),
    async put(document) {
      await mkdir(folder, { recursive: true });
      const part = join(folder, `.part-${randomBytes(8).toString('hex')}`);
      await writeFile(part, JSON.stringify(document), { flag: 'wx', mode: 0o600 });
      await rename(part, join(folder, document.id + extension));
    },
    async remove(id) {
      if (idPattern.test(id)) await rm(join(folder, id + extension), { force: true });
    },
  };
}
