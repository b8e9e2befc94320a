import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { stringifyJson, type JsonValue } from '../../core/support/json.ts';
import { parseJson } from '../../core/support/parseJson.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { makeFolder } from '../../node/files/syncFolder.ts';
import { isMissing } from '../../node/files/systemError.ts';
import { readFile, withFile, writeWhole } from '../../node/files/wholeFile.ts';
import { parseStoredIndex, type StoredIndex } from './indexSchema.ts';

export interface IndexStore {
  /** Returns null if there is no readable copy. */
  read(key: string): Promise<StoredIndex | null>;
  /** Replaces the copy, as a whole or not at all. */
  write(key: string, stored: StoredIndex): Promise<void>;
}

/** Creates a store with one file per key in a separate folder, which all windows share. */
export function createIndexStore(folder: string, files: FileSystem): IndexStore {
  const fileOf = (key: string): string =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async read(key) {
      try {
        return parseStoredIndex(parseJson((await readFile(fileOf(key), files)).toString()));
      } catch (error) {
        // A damaged copy is treated as missing: it is fetched again.
        if (isMissing(error) || error instanceof SyntaxError) return null;
        throw error;
      }
    },
    async write(key, stored) {
      await makeFolder(folder, files);
      await replaceFile(fileOf(key), stringifyJson({ v: 1, ...stored } as unknown as JsonValue), files);
    },
  };
}

/** Replaces a file so that a reader sees either the old or the new content, even if the process ends in between. */
async function replaceFile(file: string, text: string, files: FileSystem): Promise<void> {
  const part = `${file}.${files.createSuffix(6)}.part`;
  try {
    await withFile(await files.open(part, 'wx', 0o600), async (draft) => {
      await writeWhole(draft, Buffer.from(text));
      await draft.sync();
    });
    await files.rename(part, file);
  } catch (error) {
    await files.unlink(part).catch(() => undefined);
    throw error;
  }
}
