import { join } from 'node:path';
import type { FileSystem } from '../files/fileSystem.ts';
import { isMissing } from '../files/systemError.ts';
import { readFile } from '../files/wholeFile.ts';
import { isLeftBehind } from '../process/leftBehind.ts';
import type { Processes } from '../process/processes.ts';
import { readSpoolName } from './spoolName.ts';

export interface OrphanOptions {
  readonly folder: string;
  readonly journalFolder: string;
  readonly files: FileSystem;
  readonly processes: Processes;
  /** Whether nothing more comes of this task: what the journal does not name of it by now it never will. */
  readonly isOver: (task: string) => boolean;
}

/**
 * Removes what a process that is gone put aside and nobody will ask for. Any mention in a journal counts, also one in a
 * line that cannot be read: of the file itself, or of a task that may still be taken up, for whose answer it may be.
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
  return (await isLeftBehind(join(options.folder, name), mark, options)) ? [{ name, task }] : [];
}

/** Null when one of them is changing hands this moment: what it names is not known then. */
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
