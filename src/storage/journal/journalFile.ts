// The folder that all processes share: the names of its files, and how the file of one owner is written.

import { join } from 'node:path';
import { type FileSystem, fileFlags } from '../../node/files/fileSystem.ts';
import { makeFolder, syncFolder } from '../../node/files/folder.ts';
import { isMissing } from '../../node/files/systemCode.ts';
import { withFile, writeByDraft, writeWhole } from '../../node/files/wholeFile.ts';

const journalPattern = /^journal-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
const latePattern = /^late-[0-9a-z.]+-[0-9a-f]+\.jsonl$/;
const ownerPattern = /^(?:journal|late)-([0-9a-z.]+)-[0-9a-f]+\.jsonl$/;
const draftPattern = /^((?:journal|late)-[0-9a-z.]+-[0-9a-f]+\.jsonl)\.part$/;

const progressPattern = /^progress-([0-9a-z.]+)\.json$/;

/** Owner of tasks whose folder is not open in any window. */
export const noOwner = 'nobody';

/** Returns a name for a file of one owner: `journal-<identity of the process>-<random>.jsonl`. */
export function createJournalName(owner: string, files: Pick<FileSystem, 'createSuffix'>): string {
  return `journal-${owner}-${files.createSuffix(6)}.jsonl`;
}

/**
 * Returns a name for a response that this process has read for a task of another one: `late-<identity of the
 * process>-<random>.jsonl`.
 */
export function createLateName(owner: string, files: Pick<FileSystem, 'createSuffix'>): string {
  return `late-${owner}-${files.createSuffix(6)}.jsonl`;
}

/** Returns the identity of the process that writes this file, or `noOwner`. */
export function ownerOf(name: string): string {
  return ownerPattern.exec(name)?.[1] ?? '';
}

/** Returns the name under which a journal is written until it is whole. */
export function draftName(name: string): string {
  return `${name}.part`;
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
  const found: readonly string[] = await files.readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = [...found].sort();
  return {
    journals: names.filter((name) => journalPattern.test(name)),
    late: names.filter((name) => latePattern.test(name)),
    /** Names of the journals that the drafts were to become. */
    drafts: names.flatMap((name) => draftPattern.exec(name)?.[1] ?? []),
    /** Identities of the processes that have shared progress. */
    progress: names.flatMap((name) => progressPattern.exec(name)?.[1] ?? []),
  };
}

/** A file that this process writes, with its last state that is known to be written. */
export interface JournalFile {
  readonly name: string;
  /** Size up to the end of the last line that is known to be whole. */
  readonly sizeBytes: number;
}

/** The file no longer has its name: another process has taken it, or the user has deleted it. */
export class FileLostError extends Error {
  constructor() {
    super('The journal is not where it was');
    this.name = 'FileLostError';
  }
}

type Named = Pick<JournalFile, 'name'>;

/**
 * Operations on the file of one owner. Each rejects with a FileLostError if the file is gone, and with the error of the
 * disk if an operation fails.
 */
export function createJournalFileWriter(folder: string, files: FileSystem) {
  /** Resolves if the file still has its name. Other processes never create a file with this name. */
  const check = async ({ name }: Named): Promise<void> => {
    await files.stat(join(folder, name)).catch(throwLost);
  };
  return {
    /** Creates a file. It gets its name when all of it is on disk, so it is either whole or missing. */
    async create(name: string, text: string): Promise<JournalFile> {
      await makeFolder(folder, files);
      const bytes = Buffer.from(text);
      await writeByDraft(join(folder, name), bytes, { draft: join(folder, draftName(name)), files });
      await syncFolder(folder, files);
      return { name, sizeBytes: bytes.length };
    },
    /**
     * Resolves when the text is on disk in a file that still has its name. The file is opened for each write, because
     * tasks end after everything else and there would be no moment to close it. Its name is checked after the lines are
     * on disk. A process that adopts the tasks renames the file first and then reads it: either it reads the lines, or
     * the name is gone by the time of the check.
     */
    async append(file: JournalFile, text: string): Promise<JournalFile> {
      const bytes = Buffer.from(text);
      const path = join(folder, file.name);
      const handle = await files.open(path, fileFlags.O_WRONLY | fileFlags.O_APPEND).catch(throwLost);
      await withFile(handle, async () => {
        const { size } = await handle.stat();
        if (size < file.sizeBytes) throw new Error(`${file.name} has lost ${file.sizeBytes - size} bytes`);
        // A failed write may have left half a line, which must not damage the next one.
        if (size > file.sizeBytes) await handle.truncate(file.sizeBytes);
        await writeWhole(handle, bytes);
        await handle.datasync();
      });
      await check(file);
      return { ...file, sizeBytes: file.sizeBytes + bytes.length };
    },
    check,
    /** Shows other processes that the owner is alive. */
    touch: ({ name }: Named) => files.touch(join(folder, name)),
    /** Removes the file durably: a power cut must not bring back tasks that are removed later. */
    async remove({ name }: Named): Promise<void> {
      await files.unlink(join(folder, name)).catch(throwLost);
      await syncFolder(folder, files).catch(() => undefined);
    },
  };
}

function throwLost(error: unknown): never {
  throw isMissing(error) ? new FileLostError() : error;
}
