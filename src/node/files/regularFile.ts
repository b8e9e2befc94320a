import { fileFlags, type FileSystem, type OpenFile } from './fileSystem.ts';
import { ifMissing, systemCode } from './systemCode.ts';
import { hashOpenFile, readRange, withFile } from './wholeFile.ts';

/** The path does not lead to a regular file, but to a link, a folder, a pipe or a device. */
export class NotARegularFileError extends Error {
  override readonly name = 'NotARegularFileError';
}

/** Flags that do not follow a link and do not wait for the other end of a pipe. Windows has neither flag. */
export const safely = (fileFlags.O_NOFOLLOW ?? 0) | (fileFlags.O_NONBLOCK ?? 0);

/**
 * Opens a file that other people may have put there, such as a file in a workspace. `flags` are those of `open(2)`.
 * Rejects with a NotARegularFileError for anything but a regular file. If a link is allowed, pass its real path. The
 * path is checked before it is opened, because opening a device may have an effect. The open file is checked again,
 * because the path may have changed in between.
 */
export async function openRegularFile(path: string, flags: number, files: FileSystem): Promise<OpenFile> {
  const facts = await files.lstat(path).catch(ifMissing(null));
  if (facts && !facts.isFile()) throw new NotARegularFileError(path);
  const handle = await openWithoutLink(path, flags, files);
  try {
    if (!(await handle.stat()).isFile()) throw new NotARegularFileError(path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Returns the first `maxBytes` of a regular file, or all of a shorter one. Rejects like `openRegularFile`. */
export async function readRegularFile(path: string, maxBytes: number, files: FileSystem): Promise<Buffer> {
  return withFile(await openRegularFile(path, fileFlags.O_RDONLY, files), async (file) => {
    const { size } = await file.stat();
    return readRange(file, 0, Math.min(size, maxBytes));
  });
}

/** Returns the SHA-256 of a regular file as 64 hex digits. Rejects like `openRegularFile`. */
export async function hashRegularFile(path: string, files: FileSystem): Promise<string> {
  return withFile(await openRegularFile(path, fileFlags.O_RDONLY, files), hashOpenFile);
}

async function openWithoutLink(path: string, flags: number, files: FileSystem): Promise<OpenFile> {
  try {
    return await files.open(path, flags | safely);
  } catch (error) {
    throw systemCode(error) === 'ELOOP' ? new NotARegularFileError(path) : error;
  }
}
