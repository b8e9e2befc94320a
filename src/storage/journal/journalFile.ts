// The folder that all processes share: the names of its files, and how a new one is written.

import { join } from 'node:path';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { makeFolder, syncFolder } from '../../node/files/folder.ts';
import { ifMissing } from '../../node/files/systemCode.ts';
import { writeByDraft } from '../../node/files/wholeFile.ts';
import type { JournalText } from './journalLines.ts';

const journalPattern = /^journal-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
const latePattern = /^late-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
/** Matches drafts and the progress of a process: what is worthless after that process has ended. */
const passingPattern = /^(?:(?:journal|late)-[0-9a-z.]+-[0-9a-f]+\.jsonl\.part|progress-[0-9a-z.]+\.json)$/;
const ownerPattern = /^(?:journal|late|progress)-([0-9a-z.]+)(?:-[0-9a-f]+)?\.json/;

/** Owner of tasks whose folder is not open in any window. */
export const noOwner = 'nobody';

/**
 * Returns a name for a file of one owner: `<kind>-<identity of the process>-<random>.jsonl`. A `late` file has a
 * response that this process has read for a task of another one.
 */
export function createJournalName(kind: 'journal' | 'late', owner: string, files: Pick<FileSystem, 'createSuffix'>) {
  return `${kind}-${owner}-${files.createSuffix(6)}.jsonl`;
}

/** Returns the identity of the process that writes this file, or `noOwner`. */
export function ownerOf(name: string): string {
  return ownerPattern.exec(name)?.[1] ?? '';
}

/** Returns the name under which a claimed journal with unreadable lines is kept, so that the user can examine it. */
export function damagedName(name: string): string {
  return `damaged-${name}`;
}

/** Returns the name of the file with the progress of a process. The file exists only as long as the process runs. */
export function progressName(identity: string): string {
  return `progress-${identity}.json`;
}

/** Lists the files of the folder. A missing folder contains none. Rejects when the folder cannot be read. */
export async function listJournals(folder: string, files: FileSystem) {
  const names = (await files.readdir(folder).catch(ifMissing<readonly string[]>([]))).toSorted();
  return {
    journals: names.filter((name) => journalPattern.test(name)),
    late: names.filter((name) => latePattern.test(name)),
    passing: names.filter((name) => passingPattern.test(name)),
  };
}

/** The folder, and who writes to it. */
export interface JournalPlace {
  readonly folder: string;
  readonly files: FileSystem;
  /** The identity of this process. The draft has it, so that others know whether it is still being written. */
  readonly owner: string;
}

/** Creates a file durably. It gets its name when all of it is on disk, so it is either whole or missing. */
export async function writeJournalFile(
  name: string,
  text: string,
  { folder, files, owner }: JournalPlace,
): Promise<void> {
  await makeFolder(folder, files);
  const draft = join(folder, `${createJournalName('journal', owner, files)}.part`);
  await writeByDraft(join(folder, name), Buffer.from(text), { draft, files });
  await syncFolder(folder, files);
}

/** Writes lines for the window that opens the folder of their tasks. Returns the name of the file, if there are any. */
export async function leaveLines(lines: readonly JournalText[], options: JournalPlace): Promise<string | null> {
  if (lines.length === 0) return null;
  const name = createJournalName('journal', noOwner, options.files);
  await writeJournalFile(name, lines.map(({ text }) => `${text}\n`).join(''), options);
  return name;
}
