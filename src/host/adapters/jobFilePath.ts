import { join } from 'node:path';

/** What of an address tells where a job file lies. */
interface Address {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

/**
 * Where a job file lies, or will lie once it is saved: an untitled one may have its folder already, and is else offered
 * the first one that is open. Absolute; null where nothing tells.
 */
export function findJobFilePath({ scheme, path, fsPath }: Address, firstFolder: string | null): string | null {
  if (scheme === 'file' || path.startsWith('/')) return fsPath;
  return firstFolder === null ? null : join(firstFolder, path);
}
