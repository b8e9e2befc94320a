import { createHash } from 'node:crypto';
import type { FileSystem } from './fileSystem.ts';
import { readChunks, withFile } from './wholeFile.ts';

/** Returns the SHA-256 of a file as 64 hex digits. */
export async function hashFile(path: string, files: FileSystem): Promise<string> {
  const hash = createHash('sha256');
  await withFile(await files.open(path, 'r'), async (file) => {
    for await (const chunk of readChunks(file)) hash.update(chunk);
  });
  return hash.digest('hex');
}
