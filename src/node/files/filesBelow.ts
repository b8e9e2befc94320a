import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the paths of all files below a folder that `isLeftOut` does not leave out by their names or by those of their
 * folders. Links to folders are not followed. A folder that cannot be read has no files. Several times as fast as
 * `globSync`.
 */
export function* filesBelow(folder: string, isLeftOut: (name: string) => boolean): Generator<string> {
  for (const entry of readFolder(folder)) {
    const path = join(folder, entry.name);
    if (isLeftOut(entry.name)) continue;
    else if (entry.isDirectory()) yield* filesBelow(path, isLeftOut);
    else yield path;
  }
}

function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
