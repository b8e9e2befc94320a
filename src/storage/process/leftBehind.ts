import type { FileSystem } from '../../node/files/fileSystem.ts';
import type { Clock } from '../../core/support/clock.ts';
import type { Processes } from './processes.ts';

/** Files of a process about which nothing is known are kept for this long. */
const maxForeignAgeMs = 30 * 24 * 60 * 60_000;

interface LeftBehindPorts {
  readonly files: FileSystem;
  readonly processes: Processes;
  readonly clock: Pick<Clock, 'now'>;
}

/** Whether the process with this mark, which created the file, has ended, so that the file stays unfinished. */
export async function isLeftBehind(
  path: string,
  mark: string,
  { files, processes, clock }: LeftBehindPorts,
): Promise<boolean> {
  const found = processes.find(mark);
  if (found !== 'unknown') return found === 'gone';
  const facts = await files.stat(path).catch(() => null);
  return facts !== null && clock.now() - facts.mtimeMs > maxForeignAgeMs;
}
