import { join } from 'node:path';
import type { FileSystem } from '../../node/files/fileSystem.ts';

/** More than any project has: most likely a wrong folder. */
const maxEntries = 1_000_000;

/**
 * Lists the runs files, marks files and lists of open tasks below a folder (absolute path), for `planMerge`. Links,
 * `node_modules` and other folders with a dot are left out. Rejects for too many files.
 */
export async function findLineFiles(folder: string, files: FileSystem): Promise<readonly string[]> {
  const found: string[] = [];
  let left = maxEntries;
  const look = async (below: string): Promise<void> => {
    const names = await files.readdir(join(folder, below));
    left -= names.length;
    if (left < 0) throw new Error(`${folder} has too many files`);
    for (const name of names) {
      const path = below === '' ? name : `${below}/${name}`;
      if (/\.gen\.(?:runs|marks)\.jsonl$/i.test(name) || /(?:^|\/)\.genwright\/open\.jsonl$/.test(path))
        found.push(path);
      else if (name === 'node_modules' || (name.startsWith('.') && name !== '.genwright')) continue;
      else if ((await files.lstat(join(folder, path))).isDirectory()) await look(path);
    }
  };
  await look('');
  return found.toSorted();
}
