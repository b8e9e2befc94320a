import { globSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { findNotJobFile, notJobFileMessages } from '../core/jobFile/recognize/findNotJobFile.ts';
import { fillTemplate } from '../core/support/text/fillTemplate.ts';
import { isWithin } from '../node/files/confine.ts';
import { decodeText } from '../node/files/decodeText.ts';
import { filesBelow } from '../node/files/filesBelow.ts';
import { readRegularFileSync } from '../node/files/regularFileSync.ts';
import { canonicalPath, findRepository } from '../node/jobFilePaths.ts';
import { CommandError, exitCodes, usageError } from './exitCode.ts';

/** A job file as it is on disk. Paths are absolute. */
export interface FoundJobFile {
  readonly path: string;
  readonly text: string;
  /** The repository, or else the folder of the command, or of the job file. Nothing outside of it is read or written. */
  readonly boundary: string;
}

/** More than any job file has, so that one that is cut here has a problem. */
export const maxFileBytes = 16 * 1024 * 1024;

/** A folder with more files than any project has: it is most likely a mistake, such as `/`. */
const maxFiles = 100_000;

/**
 * Finds job files by names, folders and globs, sorted and each one once. Without any, those below the folder. Folders
 * with a dot and `node_modules` are left out. Throws for a name that leads to none.
 */
export function findJobFiles(names: readonly string[], cwd: string): readonly FoundJobFile[] {
  const wanted = names.length === 0 ? ['.'] : names;
  const found = new Map<string, FoundJobFile>();
  const repository = findRepository(cwd);
  for (const name of wanted) {
    const listed = listFiles(name, cwd);
    const isNamed = listed.length === 1 && resolve(cwd, name) === listed[0];
    const own = listed.flatMap((path) => readJobFile(path, { cwd, repository, isNamed }) ?? []);
    if (own.length === 0) throw usageError(`There is no job file in "${name}". "genwright new NAME" writes one.`);
    for (const each of own) found.set(each.path, each);
  }
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function listFiles(name: string, cwd: string): readonly string[] {
  const path = resolve(cwd, name);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isFile()) return [path];
  if (!facts && !/[*?[{]/.test(name)) throw usageError(`"${name}" does not exist in ${cwd}.`);
  const isLeftOut = (each: string): boolean => /^\.[^.]|^node_modules$/.test(basename(each));
  const listed =
    facts?.isDirectory() === true ? filesBelow(path, isLeftOut) : globSync(name, { cwd, exclude: isLeftOut });
  const found = [...listed].filter((each) => findNotJobFile({ name: each, text: '' }) !== 'name');
  if (found.length > maxFiles) throw usageError(`"${name}" has too many files.`);
  return found.map((each) => resolve(cwd, each));
}

interface ReadOptions {
  readonly cwd: string;
  readonly repository: string;
  readonly isNamed: boolean;
}

/** Null for a file of another tool that a folder or a glob has found. Throws for one that was named. */
function readJobFile(path: string, { cwd, repository, isNamed }: ReadOptions): FoundJobFile | null {
  const name = showPath(path, cwd);
  const real = canonicalPath(path);
  // A repository may have a link to what only this user can read.
  if (!isNamed && !isWithin(real, canonicalPath(repository)))
    throw usageError(`"${name}" is a link that leads out of the repository. If you want that, name this file.`);
  const text = decodeJobText(() => readRegularFileSync(real, maxFileBytes), name);
  const reason = findNotJobFile({ name: basename(path), text });
  if (reason === null) return { path, text, boundary: isWithin(path, repository) ? repository : dirname(path) };
  if (!isNamed) return null;
  throw usageError(fillTemplate(notJobFileMessages[reason], { name }));
}

export function decodeJobText(read: () => Buffer, name: string): string {
  try {
    return decodeText(read());
  } catch {
    throw new CommandError(exitCodes.problems, `"${name}" cannot be read as UTF-8 text.`);
  }
}

/** Names a file as the user would: relative to the folder of the command where it is below it. With `/`. */
export function showPath(path: string, cwd: string): string {
  return isWithin(path, cwd) ? relative(cwd, path).split(sep).join('/') : path;
}

/** Returns the absolute path of a file that is to be written, and makes its folder. Throws if there can be none. */
export function findTarget(name: string, cwd: string): string {
  const path = resolve(cwd, name);
  try {
    mkdirSync(dirname(path), { recursive: true });
    return path;
  } catch {
    throw usageError(`There can be no folder for "${name}".`);
  }
}
