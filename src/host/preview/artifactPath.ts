import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * Absolute path of an artifact, or null when it would lie outside of `boundary`. A runs file comes with a repository,
 * so what it names is not trusted. Links are not followed: `findConfinedFile` does that before a file is read.
 */
export function resolveArtifactPath(path: string, jobDir: string, boundary: string): string | null {
  if (path === '' || path.includes('\0') || isAbsolute(path)) return null;
  const target = join(jobDir, ...path.split('/'));
  const below = relative(boundary, target);
  return below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? null : target;
}
