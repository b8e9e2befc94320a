import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from './paths.ts';

/**
 * Creates a folder below the cache once. It is filled under another name and gets its own when it is complete, so a
 * folder that exists can be used. If two processes create it at once, the first one wins.
 */
export async function cachedFolder(name: string, fill: (dir: string) => Promise<void>): Promise<string> {
  const dir = join(cacheDir, name);
  if (existsSync(dir)) return dir;
  await mkdir(cacheDir, { recursive: true });
  const unfinished = await mkdtemp(join(cacheDir, `${name}.part-`));
  try {
    await fill(unfinished);
    await rename(unfinished, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return dir;
}
