import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * Returns the absolute path of an artifact, or null if it would lie beyond `boundary`. A runs file comes with a
 * repository, so the paths in it are not trusted. Links are not followed: `findConfinedFile` does that before a file is
 * read.
 */
export function resolveArtifactPath(path: string, jobDir: string, boundary: string): string | null {
  if (path === '' || path.includes('\0') || isAbsolute(path)) return null;
  const target = join(jobDir, ...path.split('/'));
  const below = relative(boundary, target);
  return below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? null : target;
}
