import { dirname } from 'node:path';
import type { Log } from '../core/task/ports.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { makeFolder } from '../node/files/folder.ts';
import { isMissing } from '../node/files/systemCode.ts';
import { readFile, withFile, writeWhole } from '../node/files/wholeFile.ts';

interface ReachedOriginsOptions {
  /** Absolute path of a file that all windows share, with one origin per line. */
  readonly file: string;
  readonly files: FileSystem;
  readonly log: Pick<Log, 'warn'>;
}

/** The origins of gateways that have ever responded to this user, in any window. */
export function createReachedOrigins({ file, files, log }: ReachedOriginsOptions) {
  const known = new Set<string>();
  const isWritten = async (origin: string): Promise<boolean> => {
    try {
      return (await readFile(file, files)).toString().split('\n').includes(origin);
    } catch (error) {
      if (!isMissing(error)) log.warn(`${file} cannot be read: ${String(error)}`);
      return false;
    }
  };
  const write = async (origin: string): Promise<void> => {
    if (await isWritten(origin)) return;
    await makeFolder(dirname(file), files);
    // The line feed before the origin ends a line that a crash has torn.
    const line = Buffer.from(`\n${origin}\n`);
    await withFile(await files.open(file, 'a', 0o600), (open) => writeWhole(open, line));
  };
  return {
    /** Never rejects. An origin that cannot be looked up is treated as never reached. */
    has: async (origin: string): Promise<boolean> => known.has(origin) || isWritten(origin),
    /** The origin is known at once, and is written in the background. */
    add(origin: string): void {
      if (known.has(origin)) return;
      known.add(origin);
      write(origin).catch((error: unknown) => log.warn(`${file} cannot be written: ${String(error)}`));
    },
  };
}
