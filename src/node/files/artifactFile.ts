import { createHash } from 'node:crypto';
import { dirname, isAbsolute, join } from 'node:path';
import { findConfinedFile, isBelow } from './confine.ts';
import type { FileSystem } from './fileSystem.ts';
import { readRegularFile } from './regularFile.ts';

/** Where the artifacts of a job file may be. Both paths are absolute. */
interface ArtifactPlace {
  readonly jobFile: string;
  /** The folder that no artifact may leave. */
  readonly boundary: string;
}

/**
 * Returns the absolute path of an artifact. Null if it would leave the boundary: the runs file that names it comes with a
 * repository, so it is not trusted. Links are not followed, see `findArtifactFile`.
 */
export function resolveArtifactPath(path: string, { jobFile, boundary }: ArtifactPlace): string | null {
  if (path === '' || path.includes('\0') || isAbsolute(path)) return null;
  const target = join(dirname(jobFile), ...path.split('/'));
  return isBelow(target, boundary) ? target : null;
}

/**
 * Returns real path and size of the file of an artifact. Null if it is missing, or if it leaves the boundary with links
 * followed. Rejects when the disk cannot say whether the file exists.
 */
export async function findArtifactFile(
  path: string,
  { files, ...place }: ArtifactPlace & { readonly files: FileSystem },
): ReturnType<typeof findConfinedFile> {
  const target = resolveArtifactPath(path, place);
  return target === null ? null : findConfinedFile(target, place.boundary, files);
}

/** A longer text is not recorded, and no other job can use it. */
const maxTextBytes = 4_000_000;

/** Returns the text of an artifact whose content has the hash. Null if there is none, or if it is too long. */
export async function readArtifactText(
  { path, sha256 }: { readonly path: string; readonly sha256: string },
  place: ArtifactPlace & { readonly files: FileSystem },
): Promise<string | null> {
  try {
    const found = await findArtifactFile(path, place);
    const bytes = found && (await readRegularFile(found.path, maxTextBytes, place.files));
    return bytes && createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes.toString() : null;
  } catch {
    return null;
  }
}
