import { stat } from 'node:fs/promises';
import { maxScannedLength } from '../../core/jobFile/scanRoot.ts';
import { readStart } from '../preview/readStart.ts';

/** The part of a file that is scanned, at one byte per character. Null for what is not a file or cannot be read. */
export async function readHead(path: string): Promise<string | null> {
  try {
    // A pipe or a device may never end.
    if (!(await stat(path)).isFile()) return null;
    return Buffer.from(await readStart(path, maxScannedLength)).toString('utf8');
  } catch {
    return null;
  }
}
