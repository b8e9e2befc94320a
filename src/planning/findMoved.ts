import { dirname, extname, join, relative, sep } from 'node:path';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import { lazy } from '../core/support/lazy.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { hashRegularFile } from '../node/files/regularFile.ts';

type Artifact = RunsRecord['artifacts'][number];

interface MovedOptions {
  readonly jobFile: string;
  readonly boundary: string;
  readonly files: FileSystem;
}

/** A larger workspace is searched in part, because the user waits. */
const maxEntries = 5_000;

/**
 * Finds artifacts that were moved by hand: files with the recorded ending, size and content below the boundary. Paths
 * are relative to the job file. `taken` are the recorded paths, whose files belong to their own records.
 */
export function createMovedFinder({ jobFile, boundary, files }: MovedOptions, taken: ReadonlySet<string>) {
  const listed = lazy(() => listFiles(boundary, files));
  const found = new Set(taken);
  /** Present absolute paths by recorded ones. */
  const moved = new Map<string, string>();
  const findMoved = async ({ path, bytes, sha256 }: Artifact): Promise<string | null> => {
    for (const each of await listed()) {
      if (each.bytes !== bytes || extname(each.path) !== extname(path)) continue;
      const present = relative(dirname(jobFile), each.path).split(sep).join('/');
      if (found.has(present)) continue;
      if ((await hashRegularFile(each.path, files).catch(() => null)) !== sha256) continue;
      found.add(present);
      moved.set(join(dirname(jobFile), path), each.path);
      return present;
    }
    return null;
  };
  return { findMoved, moved };
}

/** Lists regular files, near ones first. Hidden folders, packages and links are left out. Never rejects. */
async function listFiles(folder: string, files: FileSystem) {
  const listed: { readonly path: string; readonly bytes: number }[] = [];
  const folders = [folder];
  let left = maxEntries;
  for (const each of folders) {
    const names = await files.readdir(each).catch(() => []);
    for (const name of names) {
      if (left <= 0) return listed;
      if (name.startsWith('.') || name === 'node_modules') continue;
      left -= 1;
      const path = join(each, name);
      const facts = await files.lstat(path).catch(() => null);
      if (facts?.isDirectory()) folders.push(path);
      else if (facts?.isFile()) listed.push({ path, bytes: facts.size });
    }
  }
  return listed;
}
