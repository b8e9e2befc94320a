import { dirname, join } from 'node:path';
import { fileFlags, type FileSystem, type Stats } from '../files/fileSystem.ts';
import { syncFolder } from '../files/syncFolder.ts';
import { systemCode } from '../files/systemError.ts';
import { withFile } from '../files/wholeFile.ts';
import { buildPartName } from './partFile.ts';

/** What file systems answer that know no hard links: FAT, some network drives and containers. */
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
 * Gives a finished part its final name, durably, unless something has that name: then the answer is `taken` and nothing
 * has changed. A `rename` would overwrite, hence the link. At no moment is there a file of that name with half the bytes.
 */
export async function placeFile(part: string, target: string, files: FileSystem): Promise<'placed' | 'taken'> {
  try {
    await files.link(part, target);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return 'taken';
    if (code === 'EXDEV') return placeFromAfar(part, target, files);
    if (!noLinkCodes.has(code)) throw error;
    return placeByClaim(part, target, files);
  }
  // The file has its name: what fails from here on leaves a part that is swept up later.
  await syncFolder(dirname(target), files).catch(() => undefined);
  await files.unlink(part).catch(() => undefined);
  return 'placed';
}

/**
 * Where there are no links: an empty file claims the name, since only making one tells whether it was free, and the part
 * takes its place as a whole. A crash in between leaves the empty file, see `dropClaim`.
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

/** The folder lies on another drive than the part: the bytes go there under a part's name first. */
async function placeFromAfar(part: string, target: string, files: FileSystem): Promise<'placed' | 'taken'> {
  const near = join(dirname(target), buildPartName('moved'));
  try {
    await files.copyFile(part, near, fileFlags.COPYFILE_EXCL | fileFlags.COPYFILE_FICLONE);
    await withFile(await files.open(near, 'r+'), (file) => file.sync());
    const answer = await placeFile(near, target, files);
    if (answer === 'placed') await files.unlink(part).catch(() => undefined);
    return answer;
  } finally {
    await files.unlink(near).catch(() => undefined);
  }
}

/** Removes what a crash has left of a claim. A file with anything in it stays. */
export async function dropClaim(target: string, files: FileSystem): Promise<void> {
  const facts = await files.lstat(target).catch(() => null);
  if (facts?.isFile() && facts.size === 0) await files.unlink(target);
}

/**
 * Puts a finished part in the place of a file that was judged to be ours when it had these `facts`. The old file is moved
 * aside first, which only one process can do: when it is another one by then, of another window or changed by hand, it
 * gets its name back and the answer is `taken`.
 */
export async function replaceFile(
  part: string,
  target: string,
  { facts, files }: { readonly facts: Stats; readonly files: FileSystem },
): Promise<'placed' | 'taken'> {
  const aside = join(dirname(target), buildPartName('replaced'));
  try {
    await files.rename(target, aside);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return placeFile(part, target, files);
    throw error;
  }
  let answer: 'placed' | 'taken' = 'taken';
  try {
    if (isSameFile(await files.lstat(aside), facts)) answer = await placeFile(part, target, files);
  } finally {
    // Back to its name; when that is taken, it is by what another window has put in its place.
    if (answer === 'placed') await files.unlink(aside).catch(() => undefined);
    else if ((await placeFile(aside, target, files)) === 'taken') await keepAside(aside, target, files);
  }
  return answer;
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** Nothing that may be somebody's is removed: it gets a name that shows what it is. */
async function keepAside(aside: string, target: string, files: FileSystem): Promise<void> {
  for (let number = 1; ; number += 1) {
    if ((await placeFile(aside, `${target}.replaced-${number}`, files)) === 'placed') return;
  }
}
