import type { FileSystem } from './files/fileSystem.ts';
import { findProcess } from './processMark.ts';

/** Where nobody can ask for the process, its files are left alone for so long. */
const maxForeignAgeMs = 30 * 24 * 60 * 60_000;

/** Whether the process that made this file is gone, so that nobody will finish it. `mark` is as in `markProcess`. */
export async function isLeftBehind(path: string, mark: string, files: FileSystem): Promise<boolean> {
  const found = findProcess(mark);
  if (found !== 'elsewhere') return found === 'gone';
  const facts = await files.stat(path).catch(() => null);
  return facts !== null && Date.now() - facts.mtimeMs > maxForeignAgeMs;
}
