import type { FileSystem } from '../files/fileSystem.ts';
import type { Processes } from './processes.ts';

interface LeftBehindOptions {
  readonly files: FileSystem;
  readonly processes: Processes;
  /** Unix time in ms. */
  readonly now: number;
  /** A file of a process about which nothing is known, as on another machine, is kept for this long. Default: 30 days. */
  readonly maxForeignAgeMs?: number;
}

/** Whether the process with this mark, which created the file, has ended, so that the file stays unfinished. */
export async function isLeftBehind(
  path: string,
  mark: string,
  { files, processes, now, maxForeignAgeMs = 30 * 24 * 60 * 60_000 }: LeftBehindOptions,
): Promise<boolean> {
  const found = processes.find(mark);
  if (found !== 'unknown') return found === 'gone';
  const facts = await files.stat(path).catch(() => null);
  return facts !== null && now - facts.mtimeMs > maxForeignAgeMs;
}
