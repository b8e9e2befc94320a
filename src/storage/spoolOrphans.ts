import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isLeftBehind } from './leftBehind.ts';
import { readSpoolName } from './spoolName.ts';
import { isMissing } from './systemError.ts';

export interface OrphanOptions {
  readonly folder: string;
  readonly journalFolder: string;
  /** Whether nothing more comes of this task: what the journal does not name of it by now it never will. */
  readonly isOver: (task: string) => boolean;
}

/**
 * Removes what a process that is gone put aside and nobody will ask for. Any mention in a journal counts, also one in a
 * line that can not be read: of the file itself, or of a task that may still be taken up, for whose answer it may be.
 */
export async function removeSpoolOrphans({ folder, journalFolder, isOver }: OrphanOptions): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const candidates = (await Promise.all(names.map((name) => findCandidate(folder, name)))).flat();
  if (candidates.length === 0) return;
  const journals = await readJournals(journalFolder);
  if (!journals) return;
  const isMentioned = (what: string): boolean => journals.some((text) => text.includes(what));
  const orphans = candidates.filter(({ name, task }) => !isMentioned(name) && (isOver(task) || !isMentioned(task)));
  await Promise.all(orphans.map(({ name }) => unlink(join(folder, name)).catch(() => undefined)));
}

async function findCandidate(folder: string, name: string): Promise<{ name: string; task: string }[]> {
  const { mark, task } = readSpoolName(name) ?? { mark: '', task: name };
  return (await isLeftBehind(join(folder, name), mark)) ? [{ name, task }] : [];
}

/** Null when one of them is changing hands this moment: what it names is not known then. */
async function readJournals(folder: string): Promise<readonly string[] | null> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(
    names.map((name) =>
      readFile(join(folder, name), 'latin1').catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    ),
  );
  const there = texts.filter((text) => text !== null);
  return there.length === texts.length ? there : null;
}
