import { dirname, join } from 'node:path';
import { fileFlags, type FileSystem, type Stats } from '../files/fileSystem.ts';
import { syncFolder } from '../files/folder.ts';
import { buildPartName, type PartPorts } from './partFile.ts';
import { systemCode } from '../files/systemCode.ts';
import { withFile } from '../files/wholeFile.ts';

/** Error codes of file systems that do not support hard links: FAT, some network drives and containers. */
const noLinkCodes: ReadonlySet<string | null> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EISDIR',
  'UNKNOWN',
]);

/**
 * Gives a finished part its final name, durably. If the name is taken, returns `taken` and changes nothing. A `rename`
 * would overwrite the file, so a link is made. There is never a file with that name and only some of the bytes.
 */
export async function placeFile(part: string, target: string, ports: PartPorts): Promise<'placed' | 'taken'> {
  const { files } = ports;
  try {
    await files.link(part, target);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return 'taken';
    if (code === 'EXDEV') return placeFromAfar(part, target, ports);
    if (!noLinkCodes.has(code)) throw error;
    return placeByClaim(part, target, files);
  }
  // The file has its name. If a later step fails, a part is left that is removed later.
  await syncFolder(dirname(target), files).catch(() => undefined);
  await files.unlink(part).catch(() => undefined);
  return 'placed';
}

/**
 * Places the part on a disk without hard links. An empty file claims the name, because only creating a file shows
 * whether the name was free. Then the part replaces it as a whole. A crash in between leaves the empty file, see
 * `dropClaim`.
 */
async function placeByClaim(part: string, target: string, files: FileSystem): Promise<'placed' | 'taken'> {
  try {
    await (await files.open(target, 'wx')).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return 'taken';
    throw error;
  }
  try {
    await files.rename(part, target);
  } catch (error) {
    await dropClaim(target, files);
    throw error;
  }
  await syncFolder(dirname(target), files).catch(() => undefined);
  return 'placed';
}

/** Places a part from another drive. The bytes are first copied to the folder under the name of a part. */
async function placeFromAfar(part: string, target: string, ports: PartPorts): Promise<'placed' | 'taken'> {
  const { files } = ports;
  const near = join(dirname(target), buildPartName('moved', ports));
  try {
    await files.copyFile(part, near, fileFlags.COPYFILE_EXCL | fileFlags.COPYFILE_FICLONE);
    await withFile(await files.open(near, 'r+'), (file) => file.sync());
    const outcome = await placeFile(near, target, ports);
    if (outcome === 'placed') await files.unlink(part).catch(() => undefined);
    return outcome;
  } finally {
    await files.unlink(near).catch(() => undefined);
  }
}

/** Removes the empty file of a claim that a crash has left. A file with content stays. */
export async function dropClaim(target: string, files: FileSystem): Promise<void> {
  const facts = await files.lstat(target).catch(() => null);
  if (facts?.isFile() && facts.size === 0) await files.unlink(target);
}

/**
 * Replaces a file, which had these `facts` when it was found to be Genwright's own, by a finished part. The old file is
 * first moved aside, which only one process can do. If it is another file by then, from another window or changed by
 * hand, it gets its name back and the result is `taken`.
 */
export async function replaceFile(
  part: string,
  target: string,
  { facts, ports }: { readonly facts: Stats; readonly ports: PartPorts },
): Promise<'placed' | 'taken'> {
  const { files } = ports;
  const aside = join(dirname(target), buildPartName('replaced', ports));
  try {
    await files.rename(target, aside);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return placeFile(part, target, ports);
    throw error;
  }
  let outcome: 'placed' | 'taken' = 'taken';
  try {
    if (isSameFile(await files.lstat(aside), facts)) outcome = await placeFile(part, target, ports);
  } finally {
    // The file gets its name back. If the name is taken, another window has put a file there.
    if (outcome === 'placed') await files.unlink(aside).catch(() => undefined);
    else if ((await placeFile(aside, target, ports)) === 'taken') await keepAside(aside, target, ports);
  }
  return outcome;
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** Keeps a file that may be the user's under a name that shows what it is. */
async function keepAside(aside: string, target: string, ports: PartPorts): Promise<void> {
  for (let number = 1; ; number += 1) {
    if ((await placeFile(aside, `${target}.replaced-${number}`, ports)) === 'placed') return;
  }
}
