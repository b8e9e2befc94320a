import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { samplesDir } from './paths.ts';

/** Copies the samples into a folder. Files that are there already are kept. */
export async function copySamples(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(samplesDir)) await cp(join(samplesDir, name), join(folder, name), { force: false });
}
