import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './syncFolder.ts';
import { isMissing } from './systemError.ts';

/** Appends text to a file, made with its folder when it is first needed, or when the folder is gone. */
export interface Appender {
  /** Resolves when the text is on disk. */
  append(text: string): Promise<void>;
}

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What comes while a write is under way goes with the next one, so that many tasks share one sync. */
export function createAppender(path: string): Appender {
  let waiting: Waiting[] = [];
  let isWriting = false;
  let isMade = false;
  let isTorn = false;

  const openFile = async (): Promise<FileHandle> => {
    try {
      if (isMade) return await open(path, 'a', 0o600);
    } catch (error) {
      // The folder was removed meanwhile.
      if (!isMissing(error)) throw error;
    }
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'a', 0o600);
    await syncFolder(dirname(path));
    isMade = true;
    return handle;
  };
  const write = async (text: string): Promise<void> => {
    // Opened for each write: nobody would know when to close it, as tasks end after everything else.
    const handle = await openFile();
    try {
      // Half a line may stand there after a failed write: it must not spoil the next one.
      const whole = isTorn ? `\n${text}` : text;
      isTorn = true;
      await handle.appendFile(whole);
      isTorn = false;
      await handle.datasync();
    } finally {
      await handle.close();
    }
  };
  const run = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await write(batch.map(({ text }) => text).join(''));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  };
  return {
    append: (text) =>
      new Promise((resolve, reject) => {
        waiting.push({ text, resolve, reject });
        if (!isWriting) void run();
      }),
  };
}
