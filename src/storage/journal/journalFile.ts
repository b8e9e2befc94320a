import { join } from 'node:path';
import { fileFlags, type FileSystem } from '../../node/files/fileSystem.ts';
import { makeFolder, syncFolder } from '../../node/files/syncFolder.ts';
import { isMissing } from '../../node/files/systemError.ts';
import { withFile, writeWhole } from '../../node/files/wholeFile.ts';
import { draftName } from './journalNames.ts';

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

/**
 * Operations on the file of one owner. Each rejects with a FileLostError if the file is gone, and with the
 * error of the disk if an operation fails.
 */
export interface JournalFileWriter {
  /** Creates a file. It gets its name when all of it is on disk, so it is either whole or missing. */
  create(name: string, text: string): Promise<JournalFile>;
  /** Resolves when the text is on disk in a file that still has its name. */
  append(file: JournalFile, text: string): Promise<JournalFile>;
  /** Resolves if the file still has its name. */
  check(file: Pick<JournalFile, 'name'>): Promise<void>;
  /** Shows other processes that the owner is alive. */
  touch(file: Pick<JournalFile, 'name'>): Promise<void>;
  remove(file: Pick<JournalFile, 'name'>): Promise<void>;
}

export function createJournalFileWriter(folder: string, files: FileSystem): JournalFileWriter {
  /** Checks that the file has its name. Other processes never create a file with this name. */
  const check = async ({ name }: Pick<JournalFile, 'name'>): Promise<void> => {
    await files.stat(join(folder, name)).catch(throwLost);
  };
  return {
    async create(name, text) {
      await makeFolder(folder, files);
      const draft = join(folder, draftName(name));
      const bytes = Buffer.from(text);
      try {
        await withFile(await files.open(draft, 'wx', 0o600), async (file) => {
          await writeWhole(file, bytes);
          await file.sync();
        });
        await files.rename(draft, join(folder, name));
        await syncFolder(folder, files);
        return { name, sizeBytes: bytes.length };
      } catch (error) {
        await files.unlink(draft).catch(() => undefined);
        throw error;
      }
    },
    /**
     * The file is opened for each write, because tasks end after everything else and there would be no moment to close
     * it. Its name is checked after the lines are on disk. A process that adopts the tasks renames the file first and
     * then reads it: either it reads the lines, or the name is gone by the time of the check.
     */
    async append(file, text) {
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
    touch: ({ name }) => files.touch(join(folder, name)),
    remove: ({ name }) => files.unlink(join(folder, name)).catch(throwLost),
  };
}

function throwLost(error: unknown): never {
  throw isMissing(error) ? new FileLostError() : error;
}
