import { dirname, isAbsolute, relative, sep } from 'node:path';
import type { FileSystem } from './fileSystem.ts';
import { makeFolder } from './folder.ts';
import { ifMissing, isMissing } from './systemCode.ts';

/** A path leads out of the folder that it must stay in. */
export class OutsideBoundaryError extends Error {
  override readonly name = 'OutsideBoundaryError';
}

/** Whether `path` is `folder` or inside it. Both are absolute. Links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  return relative(folder, path) === '' || isBelow(path, folder);
}

/** Like `isWithin`, but false for the folder itself. */
export function isBelow(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/**
 * Creates a folder (absolute path) and the folders above it. Rejects unless the folder, with links followed, is within
 * `boundary`. Nothing is created outside, because the existing part of the path is checked first.
 */
export async function makeConfinedFolder(folder: string, boundary: string, files: FileSystem): Promise<void> {
  const realBoundary = await files.realpath(boundary);
  if (!isWithin(await realpathOfExisting(folder, files), realBoundary)) throw new OutsideBoundaryError(folder);
  await makeFolder(folder, files);
  if (!isWithin(await files.realpath(folder), realBoundary)) throw new OutsideBoundaryError(folder);
}

/** Rejects unless a file (absolute path), if it exists, is within `boundary` with links followed. */
export async function checkConfined(path: string, boundary: string, files: FileSystem): Promise<void> {
  const realBoundary = await files.realpath(boundary);
  if (!isWithin(await realpathOfExisting(path, files), realBoundary)) throw new OutsideBoundaryError(path);
  // A dangling link has no real path, but writing to it creates a file at its target.
  const facts = await files.lstat(path).catch(() => null);
  if (facts?.isSymbolicLink() && (await files.realpath(path).catch(() => null)) === null) {
    throw new OutsideBoundaryError(path);
  }
}

/**
 * Returns real path and size of the regular file that a path (absolute) leads to. Null if there is none, or if it is
 * outside `boundary` with links followed. Rejects when the disk cannot say whether the file exists.
 */
export async function findConfinedFile(
  path: string,
  boundary: string,
  files: FileSystem,
): Promise<{ readonly path: string; readonly bytes: number } | null> {
  const paths = await Promise.all([files.realpath(path), files.realpath(boundary)]).catch(ifMissing(null));
  if (!paths || !isWithin(...paths)) return null;
  const [file] = paths;
  const facts = await files.lstat(file).catch(ifMissing(null));
  return facts?.isFile() ? { path: file, bytes: facts.size } : null;
}

/** Returns the real path of the nearest part of a path that exists. */
async function realpathOfExisting(path: string, files: FileSystem): Promise<string> {
  try {
    return await files.realpath(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    return realpathOfExisting(dirname(path), files);
  }
}
