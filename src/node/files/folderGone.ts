import type { FileSystem } from './fileSystem.ts';
import { isMissing } from './systemError.ts';

/** Whether a folder (absolute path) does not exist. False if the system does not say. */
export async function isFolderGone(folder: string, files: FileSystem): Promise<boolean> {
  return files.stat(folder).then(() => false, isMissing);
}
