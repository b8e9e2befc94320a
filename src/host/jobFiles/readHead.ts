import { stat } from 'node:fs/promises';
import { maxScannedLength } from '../../core/jobFile/scanRoot.ts';
import { readStart } from '../preview/readStart.ts';

/**
 * The part of a file that is scanned, at one byte per character. Empty for a file that cannot be read, such as one that
 * is locked while it is written. Null for what is gone or not a file.
 */
export async function readHead(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  // A pipe or a device may never end.
  if (!found?.isFile()) return null;
  return readStart(path, maxScannedLength).then(
    (bytes) => Buffer.from(bytes).toString('utf8'),
    () => '',
  );
}
