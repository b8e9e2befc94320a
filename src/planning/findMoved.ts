import { dirname, extname, join, relative, sep } from 'node:path';
import type { RunsRecord } from '../core/artifact/runsRecord.ts';
import { groupBy } from '../core/support/groupBy.ts';
import { lazy } from '../core/support/lazy.ts';
import { resolveArtifactPath } from '../node/files/artifactFile.ts';
import { isWithin } from '../node/files/confine.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { hashRegularFile } from '../node/files/regularFile.ts';

type Artifact = RunsRecord['artifacts'][number];

interface MovedOptions {
  readonly jobFile: string;
  readonly boundary: string;
  readonly files: FileSystem;
}

interface ListedFile {
  readonly path: string;
  readonly bytes: number;
}

/** A larger workspace is searched in part, because the user waits. */
const maxEntries = 5_000;
const maxHashedBytes = 2 * 1024 ** 3;

/**
 * Finds artifacts that were moved by hand: files with the recorded ending, size and content below the boundary. Paths
 * are relative to the job file. `taken` are the recorded paths, whose files belong to their own records.
 */
export function createMovedFinder(place: MovedOptions, taken: ReadonlySet<string>) {
  const folder = dirname(place.jobFile);
  const listed = lazy(async () => groupBy(await listFiles(place), kindOf));
  const found = new Set(taken);
  /** Present absolute paths by recorded ones. */
  const moved = new Map<string, string>();
  const hashes = new Map<string, string | null>();
  let left = maxHashedBytes;
  const hashOf = async ({ path, bytes }: ListedFile): Promise<string | null> => {
    const known = hashes.get(path);
    if (known !== undefined) return known;
    left -= bytes;
    const hash = left < 0 ? null : await hashRegularFile(path, place.files).catch(() => null);
    hashes.set(path, hash);
    return hash;
  };
  const findMoved = async (artifact: Artifact): Promise<string | null> => {
    const recorded = resolveArtifactPath(artifact.path, place);
    if (recorded === null) return null;
    for (const file of (await listed()).get(kindOf(artifact)) ?? []) {
      const present = relative(folder, file.path).split(sep).join('/');
      if (found.has(present) || (await hashOf(file)) !== artifact.sha256) continue;
      found.add(present);
      moved.set(recorded, file.path);
      return present;
    }
    return null;
  };
  return { findMoved, moved };
}

function kindOf({ path, bytes }: ListedFile): string {
  return `${bytes} ${extname(path)}`;
}

/**
 * Lists regular files, those at and below the folder of the job file first. Hidden folders, packages, links and other
 * disks are left out. Never rejects.
 */
async function listFiles({ jobFile, boundary, files }: MovedOptions): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = [];
  const seen = new Set<string>();
  let left = maxEntries;
  const { dev } = (await files.lstat(boundary).catch(() => null)) ?? {};
  for (const start of [dirname(jobFile), boundary].filter((each) => isWithin(each, boundary))) {
    const folders = [start];
    for (const folder of folders) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      const names = (await files.readdir(folder).catch(() => []))
        .filter((name) => !name.startsWith('.') && name !== 'node_modules')
        .slice(0, left);
      left -= names.length;
      const paths = names.map((name) => join(folder, name));
      const all = await Promise.all(paths.map((path) => files.lstat(path).catch(() => null)));
      for (const [at, path] of paths.entries()) {
        const facts = all[at];
        if (facts?.isDirectory() && facts.dev === dev) folders.push(path);
        else if (facts?.isFile()) listed.push({ path, bytes: facts.size });
      }
    }
  }
  return listed;
}
