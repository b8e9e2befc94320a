import { basename, dirname } from 'node:path';
import { checkConfined } from '../../node/files/confine.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { isMissing } from '../../node/files/systemError.ts';
import { placeFile } from '../../node/files/placeFile.ts';
import type { PartPorts } from '../../node/files/partFile.ts';

/**
 * Renames a regular file (both paths are absolute). Does nothing for a missing file. Rejects when the new name is taken
 * or is in a folder outside `boundary`. Never overwrites a file.
 */
export async function moveFile(
  from: string,
  to: string,
  { boundary, ...ports }: PartPorts & { readonly boundary: string },
): Promise<void> {
  if (from === to || !(await isFile(from, ports.files))) return;
  await checkConfined(dirname(to), boundary, ports.files);
  if ((await placeFile(from, to, ports)) === 'taken') throw new Error(`${basename(to)} exists already`);
}

async function isFile(path: string, files: FileSystem): Promise<boolean> {
  try {
    return (await files.lstat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
