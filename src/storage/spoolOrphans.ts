import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isLeftBehind } from './leftBehind.ts';
import { isMissing } from './systemError.ts';

/**
 * Removes what a process that is gone put aside and no journal names: it was killed before it could write that down. Any
 * mention counts, also one in a line that can not be read.
 */
export async function removeSpoolOrphans({
  folder,
  journalFolder,
}: {
  readonly folder: string;
  readonly journalFolder: string;
}): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = await Promise.all(
    names.map(async (name) => ((await isLeftBehind(join(folder, name), ownerOf(name))) ? name : [])),
  );
  const candidates = left.flat();
  if (candidates.length === 0) return;
  const journals = await readJournals(journalFolder);
  if (!journals) return;
  const orphans = candidates.filter((name) => !journals.some((text) => text.includes(name)));
  await Promise.all(orphans.map((name) => unlink(join(folder, name)).catch(() => undefined)));
}

function ownerOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('-')));
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
