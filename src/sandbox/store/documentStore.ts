import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Small documents that change, one file each. Several servers may use the folder: the last write wins. */
export interface DocumentStore<T> {
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
export function createDocumentStore<T extends { readonly id: string }>(
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
