import { basename, dirname, join } from 'node:path';
import { numberedName } from '../../../core/artifact/fileName.ts';
import { makeConfinedFolder } from '../../../node/files/confine.ts';
import type { Stats } from '../../../node/files/fileSystem.ts';
import { createPartFile, type PartPorts } from '../../../node/partFiles/partFile.ts';
import { placeFile, replaceFile } from '../../../node/partFiles/placeFile.ts';
import { readRegularFile } from '../../../node/files/regularFile.ts';
import { sheetBeginning } from '../../../node/sheet/buildSheet.ts';

/** Names are tried up to this number. */
const maxNumber = 1_000;

/**
 * Writes a contact sheet (parts of its HTML) and returns its path. `stem` is the absolute path without `.html`. Replaces
 * an earlier contact sheet. Another file of that name is kept, and the next free number is used. Rejects if the folder is outside
 * `boundary` with links followed.
 */
export async function placeSheet(
  html: AsyncIterable<string>,
  { stem: wanted, boundary, ...ports }: PartPorts & { readonly stem: string; readonly boundary: string },
): Promise<string> {
  const folder = dirname(wanted);
  await makeConfinedFolder(folder, boundary, ports.files);
  const stem = basename(wanted);
  const part = await createPartFile(folder, numberedName(stem, 1, 'html'), ports);
  try {
    for await (const each of html) await part.write(Buffer.from(each));
    await part.finish();
    for (let number = 1; number <= maxNumber; number += 1) {
      const path = join(folder, numberedName(stem, number, 'html'));
      const facts = await findSheet(path, ports);
      const outcome = facts
        ? await replaceFile(part.path, path, { facts, ports })
        : await placeFile(part.path, path, ports);
      if (outcome === 'placed') return path;
    }
    throw new Error(`${stem}.html and the names after it are taken`);
  } finally {
    await part.discard();
  }
}

/** Returns the facts of a file that is a contact sheet of Genwright. Null for anything else. */
async function findSheet(path: string, { files }: PartPorts): Promise<Stats | null> {
  const facts = await files.lstat(path).catch(() => null);
  if (!facts?.isFile()) return null;
  const start = await readRegularFile(path, sheetBeginning.length, files).catch(() => null);
  return start?.toString('latin1') === sheetBeginning ? facts : null;
}
