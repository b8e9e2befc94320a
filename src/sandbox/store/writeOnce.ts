import { randomBytes } from 'node:crypto';
import { link, open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file that did not exist before: completely or not at all, even if another process writes to the folder.
 * Rejects with `EEXIST` if the name is taken.
 */
export async function writeOnce(file: string, text: string): Promise<void> {
  const part = join(dirname(file), `.part-${randomBytes(8).toString('hex')}`);
  try {
    await writeNew(part, text);
    await link(part, file).catch(async (error: unknown) => {
      // Some network and FAT volumes do not support links. There, the name itself is created exclusively.
      if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP')) throw error;
      await writeNew(file, text);
    });
  } finally {
    await unlink(part).catch(() => undefined);
  }
}

/** Whether an error of the system has one of these codes, such as `EEXIST`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
