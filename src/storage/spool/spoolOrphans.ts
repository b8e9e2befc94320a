import { join } from 'node:path';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { isMissing } from '../../node/files/systemError.ts';
import { readFile } from '../../node/files/wholeFile.ts';
import { isLeftBehind } from '../../node/processes/leftBehind.ts';
import type { Processes } from '../../node/processes/processes.ts';
import type { Clock } from '../../core/support/clock.ts';
import { readSpoolName } from './spoolName.ts';

export interface OrphanOptions {
  readonly folder: string;
  readonly journalFolder: string;
  readonly files: FileSystem;
  readonly processes: Processes;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether the task has ended for good: a file that the journal does not name by then is never named. */
  readonly isOver: (task: string) => boolean;
}

/**
 * Removes files that an ended process has written and no task will need. Every mention in a journal keeps a file, even
 * in a line that cannot be read: a mention of the file itself, or of a task that may still be adopted and may need the
 * response.
 */
export async function removeSpoolOrphans(options: OrphanOptions): Promise<void> {
  const { folder, journalFolder, files, isOver } = options;
  const names = await files.readdir(folder).catch(() => []);
  const candidates = (await Promise.all(names.map((name) => findCandidate(name, options)))).flat();
  if (candidates.length === 0) return;
  const journals = await readJournals(journalFolder, files);
  if (!journals) return;
  const isMentioned = (what: string): boolean => journals.some((text) => text.includes(what));
  const orphans = candidates.filter(({ name, task }) => !isMentioned(name) && (isOver(task) || !isMentioned(task)));
  await Promise.all(orphans.map(({ name }) => files.unlink(join(folder, name)).catch(() => undefined)));
}

async function findCandidate(name: string, options: OrphanOptions): Promise<{ name: string; task: string }[]> {
  const { mark, task } = readSpoolName(name) ?? { mark: '', task: name };
  return (await isLeftBehind(join(options.folder, name), mark, { ...options, now: options.clock.now() }))
    ? [{ name, task }]
    : [];
}

/** Returns null if one of the journals is changing hands, because the files that it names are then unknown. */
async function readJournals(folder: string, files: FileSystem): Promise<readonly string[] | null> {
  const names = (await files.readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(
    names.map((name) =>
      readFile(join(folder, name), files).then(
        (bytes) => bytes.toString('latin1'),
        (error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        },
      ),
    ),
  );
  const there = texts.filter((text) => text !== null);
  return there.length === texts.length ? there : null;
}
