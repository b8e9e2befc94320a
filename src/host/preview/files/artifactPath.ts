import { isAbsolute, join } from 'node:path';
import { isBelow } from '../../../node/files/confine.ts';

/**
 * Returns the absolute path of an artifact, or null if it would lie beyond `boundary`. A runs file comes with a
 * repository, so the paths in it are not trusted. Links are not followed: `findConfinedFile` does that before a file is
 * read.
 */
export function resolveArtifactPath(path: string, jobDir: string, boundary: string): string | null {
  if (path === '' || path.includes('\0') || isAbsolute(path)) return null;
  const target = join(jobDir, ...path.split('/'));
  return isBelow(target, boundary) ? target : null;
}
