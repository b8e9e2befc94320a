import { maxScannedLength } from '../../core/jobFile/recognize/scanRoot.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { NotARegularFileError, readRegularFile } from '../../node/files/regularFile.ts';

/**
 * Reads the part of a file that is scanned, at one byte per character. Empty for a file that cannot be read, such as
 * one that is locked while it is written. Null if the file is gone or not a regular file.
 */
export async function readHead(path: string): Promise<string | null> {
  // Links are followed, because a user may have linked a job file.
  const file = await nodeFileSystem.realpath(path).catch(() => null);
  if (file === null) return null;
  return readRegularFile(file, maxScannedLength, nodeFileSystem).then(
    (bytes) => bytes.toString(),
    (error: unknown) => (error instanceof NotARegularFileError ? null : ''),
  );
}
