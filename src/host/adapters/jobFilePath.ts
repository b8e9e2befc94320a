import { join } from 'node:path';

/** The parts of a URI from which the path of a job file can be derived. */
interface JobFileUri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

/**
 * Returns the absolute path of a job file, or the path at which it will be saved. An untitled one may have its folder
 * already, and is otherwise offered the first open folder. Null if there is neither.
 */
export function findJobFilePath({ scheme, path, fsPath }: JobFileUri, firstFolder: string | null): string | null {
  if (scheme === 'file' || path.startsWith('/')) return fsPath;
  return firstFolder === null ? null : join(firstFolder, path);
}
