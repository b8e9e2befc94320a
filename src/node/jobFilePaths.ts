// The names of job files. They are looked up synchronously, because tasks are listed and announced with these names, and
// neither can wait. A lookup is one system call that reads no content. It is made for each folder or job file that a
// caller names, and once for each path of a comparison.

import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Task } from '../core/task/model/task.ts';
import { isWithin } from './files/confine.ts';

/**
 * Returns the one name of a file or folder (absolute): links are followed, and names are spelled as on disk. If the
 * path does not exist, this applies to the nearest parent that exists.
 */
export function canonicalPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(canonicalPath(parent), basename(path));
  }
}

/** Returns the repository of a folder, or the folder itself. */
export function findRepository(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

/** Returns a function for comparisons of many paths at one moment: each path is looked up once. */
function remember<T>(look: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const result = known.get(path) ?? look(path);
    known.set(path, result);
    return result;
  };
}

/**
 * Returns a function that says whether the tasks of another job file (absolute path) belong to this one. They do if
 * both paths lead to the same file, or if the other file may have been renamed to this one: this file exists, and the
 * other file, of the same folder, no longer does.
 */
export function createJobFileMatch(jobFile: string): (other: string) => boolean {
  const find = remember(canonicalPath);
  return remember((other) => {
    if (find(other) === find(jobFile)) return true;
    return dirname(find(other)) === dirname(find(jobFile)) && existsSync(jobFile) && !existsSync(other);
  });
}

/**
 * Returns a function that finds the innermost of these folders that has a job file (absolute path), with links followed.
 * Null if none has it.
 */
export function createFolderSearch(folders: readonly string[]): (jobFile: string) => string | null {
  const find = remember(canonicalPath);
  return (jobFile) => {
    const above = folders.map(find).filter((folder) => isWithin(find(dirname(jobFile)), folder));
    return above.toSorted((one, other) => other.length - one.length)[0] ?? null;
  };
}

export type JobFilePaths = ReturnType<typeof createJobFilePaths>;

/** Translates between the canonical names inside the engine and the names that its caller uses. */
export function createJobFilePaths() {
  /** The caller's names of folders by canonical name. */
  const names = new Map<string, string>();
  let shown = new WeakMap<Task, Task>();
  /** Uses this name for everything in a folder (absolute). If a folder has two names, the first counts. */
  const learn = (folder: string): void => {
    const canonical = canonicalPath(folder);
    if (names.has(canonical)) return;
    names.set(canonical, folder);
    shown = new WeakMap();
  };
  const findName = (jobFile: string): string => {
    for (let folder = dirname(jobFile); ; folder = dirname(folder)) {
      const name = names.get(folder);
      if (name !== undefined) return join(name, relative(folder, jobFile));
      if (folder === dirname(folder)) return jobFile;
    }
  };
  return {
    learn,
    /**
     * Returns the name inside the engine. A job file that is a link keeps its name, because its results are saved next
     * to the link.
     */
    enter(jobFile: string): string {
      const folder = dirname(jobFile);
      learn(folder);
      return isLink(jobFile) ? join(canonicalPath(folder), basename(jobFile)) : canonicalPath(jobFile);
    },
    /** Returns the task with the caller's name of its job file. The same object for the same task. */
    show(task: Task): Task {
      const known = shown.get(task);
      if (known) return known;
      const jobFile = findName(task.jobFile);
      const named = jobFile === task.jobFile ? task : { ...task, jobFile };
      shown.set(task, named);
      return named;
    },
  };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
