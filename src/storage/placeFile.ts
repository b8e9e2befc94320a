import { constants } from 'node:fs';
import { copyFile, link, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './syncFolder.ts';
import { systemCode } from './systemError.ts';

/** What file systems answer that know no hard links: FAT, some network drives and containers. */
const noLinkCodes: ReadonlySet<string | null> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
  'EINVAL',
  'EISDIR',
  'UNKNOWN',
]);

/**
 * Gives a finished part its final name, durably, unless something has that name: then the answer is `taken` and nothing
 * has changed. A `rename` would overwrite, hence the link.
 */
export async function placeFile(part: string, target: string): Promise<'placed' | 'taken'> {
  try {
    await link(part, target);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return 'taken';
    if (!noLinkCodes.has(code)) throw error;
    if ((await copyToNewFile(part, target)) === 'taken') return 'taken';
  }
  await syncFolder(dirname(target));
  await unlink(part);
  return 'placed';
}

async function copyToNewFile(part: string, target: string): Promise<'placed' | 'taken'> {
  try {
    // Claims the name first: only then is a broken copy known to be ours and may be removed.
    await (await open(target, 'wx')).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return 'taken';
    throw error;
  }
  try {
    await copyFile(part, target, constants.COPYFILE_FICLONE);
    const handle = await open(target, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    return 'placed';
  } catch (error) {
    await unlink(target).catch(() => undefined);
    throw error;
  }
}

/** Puts a finished part in the place of a file that is known to be ours. */
export async function replaceFile(part: string, target: string): Promise<void> {
  await rename(part, target);
  await syncFolder(dirname(target));
}
