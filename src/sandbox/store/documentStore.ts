import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { stringifyJson, type JsonObject } from '../../core/support/json/json.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { writeByDraft } from '../../node/files/wholeFile.ts';
import { parseStored } from '../../node/parseStored.ts';

/** Number of files that are open at the same time while the folder is read. */
const batchSize = 32;

interface Document extends JsonObject {
  readonly id: string;
}

export type DocumentStore<T extends Document> = ReturnType<typeof createDocumentStore<T>>;

/** 128 random bits: a caller with the id of a task may read its result, so the id must not be guessable. */
export function createId(prefix: 'task_' | 'asset-' | 'group-'): string {
  return prefix + randomBytes(16).toString('hex');
}

/**
 * A folder of small documents, one file each, which is created with the first one. Several servers may use it at the
 * same time.
 */
export function createDocumentStore<T extends Document>(folder: string, schema: z.ZodMiniType<T>) {
  // A document never changes, so a copy in memory is never out of date. Null: the file is something else.
  const known = new Map<string, T | null>();
  /** Returns null if there is none. Ids become file names, so no other string is accepted. */
  const find = async (id: string): Promise<T | null> => {
    if (!/^[a-z]+[_-][0-9a-f]{24,32}$/.test(id)) return null;
    const remembered = known.get(id);
    if (remembered !== undefined) return remembered;
    const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => null);
    if (text === null) return null;
    const document = parseStored(schema, text);
    known.set(id, document);
    return document;
  };
  return {
    find,
    async list(): Promise<readonly T[]> {
      const ids = (await readdir(folder).catch(() => [])).map((name) => name.replace(/\.json$/, ''));
      const documents: (T | null)[] = [];
      for (let start = 0; start < ids.length; start += batchSize) {
        documents.push(...(await Promise.all(ids.slice(start, start + batchSize).map(find))));
      }
      return documents.filter((each) => each !== null);
    },
    /** Resolves when the document is on disk. */
    async add(document: T): Promise<void> {
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${document.id}.json`);
      await writeByDraft(file, Buffer.from(stringifyJson(document)), { files: nodeFileSystem });
      known.set(document.id, document);
    },
  };
}
