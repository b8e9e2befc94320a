import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { samplesDir } from './paths.ts';

/**
 * Copies the job files of the samples, without results that a window under development has made beside them. Files that
 * are there already are kept.
 */
export async function copySamples(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(samplesDir)).filter((name) => name.endsWith('.gen.yaml'));
  await Promise.all(names.map((name) => cp(join(samplesDir, name), join(folder, name), { force: false })));
}
