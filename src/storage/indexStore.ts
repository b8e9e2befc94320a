import { join } from 'node:path';
import * as z from 'zod/mini';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { makeFolder } from '../node/files/folder.ts';
import { ifMissing } from '../node/files/systemCode.ts';
import { readFile, writeByDraft } from '../node/files/wholeFile.ts';
import { parseStored } from '../node/parseStored.ts';
import { sha256 } from '../node/sha256.ts';

/** A document as the gateway has published it, with the ETag for a query whether it has changed. */
const document = z.nullable(z.object({ text: z.string(), etag: z.nullable(z.string()) }));

const storedIndex = z.object({
  /** When the copy was last known to be up to date, in Unix ms. */
  fetchedAt: z.number(),
  documents: z.object({ models: document, api: document, samples: document }),
});

/** The last good copy of the documents that a gateway publishes. */
export type StoredIndex = z.infer<typeof storedIndex>;

export type IndexStore = ReturnType<typeof createIndexStore>;

/** Creates a store with one file per key in a separate folder, which all windows share. */
export function createIndexStore(folder: string, files: FileSystem) {
  const fileOf = (key: string): string => join(folder, `${sha256(key).slice(0, 32)}.json`);
  return {
    /** Returns null if there is no readable copy. A damaged one, or one of another version, is fetched again. */
    async read(key: string): Promise<StoredIndex | null> {
      const bytes = await readFile(fileOf(key), files).catch(ifMissing(null));
      return bytes && parseStored(storedIndex, bytes.toString());
    },
    /** Replaces the copy, as a whole or not at all. Other members of `stored` are left out. */
    async write(key: string, stored: StoredIndex): Promise<void> {
      await makeFolder(folder, files);
      await writeByDraft(fileOf(key), Buffer.from(JSON.stringify(z.parse(storedIndex, stored))), { files });
    },
  };
}
