import { dirname } from 'node:path';
import type { FileSystem } from './fileSystem.ts';
import { systemCode, isMissing } from './systemCode.ts';
import { withFile } from './wholeFile.ts';

/**
 * Error codes if folders cannot be opened or synced, as on Windows. On such systems, the file system makes names
 * durable.
 */
const noSyncCodes: ReadonlySet<string | null> = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP']);

/** Makes the names in a folder durable. Rejects with the error of the disk. */
export async function syncFolder(folder: string, files: FileSystem): Promise<void> {
  try {
    await withFile(await files.open(folder, 'r'), (handle) => handle.sync());
  } catch (error) {
    if (!noSyncCodes.has(systemCode(error))) throw error;
  }
}

/**
 * Creates a folder and the folders above it, durably. The name of a folder that exists is synced too, because the sync
 * may have failed when the folder was created. The recursive `mkdir` of Node is not used: it never ends on a disk that
 * reports a missing folder below one that exists.
 */
export async function makeFolder(folder: string, files: FileSystem, mode?: number): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder && (await isFolderGone(parent, files))) await makeFolder(parent, files, mode);
  await files.mkdir(folder, mode).catch(async (error: unknown) => {
    const facts = await files.stat(folder).catch(() => null);
    if (!facts?.isDirectory()) throw error;
  });
  await syncFolder(parent, files);
}

/** Whether a folder (absolute path) does not exist. False if the system does not say. */
export async function isFolderGone(folder: string, files: FileSystem): Promise<boolean> {
  return files.stat(folder).then(() => false, isMissing);
}
