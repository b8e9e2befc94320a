import type { FileSystem } from '../../node/files/fileSystem.ts';
import { isMissing } from '../../node/files/systemError.ts';

/** Whether a folder (absolute path) does not exist. False if the system does not say. */
export async function isFolderGone(folder: string, files: FileSystem): Promise<boolean> {
  return files.stat(folder).then(() => false, isMissing);
}
