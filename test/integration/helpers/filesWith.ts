import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of the files below these folders that hold the text. */
export async function filesWith(text: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && (await readFile(path)).includes(text)) found.push(path);
    }
  }
  return found;
}
