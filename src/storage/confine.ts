import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { isMissing } from './systemError.ts';

/** A path leads out of the folder that it must stay in. */
export class OutsideBoundaryError extends Error {
  constructor(path: string) {
    super(path);
    this.name = 'OutsideBoundaryError';
  }
}

/** Whether `path` is `folder` or lies below it. Both absolute; links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below === '' || (below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below));
}

/**
 * Makes a folder (absolute) and those above it, and proves that it lies within `boundary` once links are followed.
 * Nothing is made outside: what is there already is checked first.
 */
export async function makeConfinedFolder(folder: string, boundary: string): Promise<void> {
  const realBoundary = await realpath(boundary);
  if (!isWithin(await realpathOfExisting(folder), realBoundary)) throw new OutsideBoundaryError(folder);
  await mkdir(folder, { recursive: true });
  if (!isWithin(await realpath(folder), realBoundary)) throw new OutsideBoundaryError(folder);
}

/** Proves that a file (absolute), if it is there, lies within `boundary` once links are followed. */
export async function checkConfined(path: string, boundary: string): Promise<void> {
  if (!isWithin(await realpathOfExisting(path), await realpath(boundary))) throw new OutsideBoundaryError(path);
  // A link to nothing has no real path, yet writing to it makes a file wherever it points.
  const isLink = await lstat(path).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  );
  if (isLink && (await isDangling(path))) throw new OutsideBoundaryError(path);
}

/**
 * Real path and size of the regular file that a path (absolute) leads to. Null when there is none, or it lies outside
 * `boundary` once links are followed.
 */
export async function findConfinedFile(
  path: string,
  boundary: string,
): Promise<{ readonly path: string; readonly bytes: number } | null> {
  try {
    const [file, folder] = await Promise.all([realpath(path), realpath(boundary)]);
    if (!isWithin(file, folder)) return null;
    const facts = await lstat(file);
    return facts.isFile() ? { path: file, bytes: facts.size } : null;
  } catch {
    return null;
  }
}

function isDangling(link: string): Promise<boolean> {
  return realpath(link).then(
    () => false,
    () => true,
  );
}

/** The real path of the nearest part of a path that exists. */
async function realpathOfExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    return realpathOfExisting(dirname(path));
  }
}
