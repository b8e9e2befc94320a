import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CleanUp } from '../hosts/cleanUp.ts';
import { copySamples } from '../hosts/copySamples.ts';

/**
 * Copies the samples to a folder that is removed after the run. The title of the window shows the name of the folder.
 */
export async function createSampleWorkspace(cleanUp: CleanUp): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'genwright-samples-'));
  cleanUp.add(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const folder = join(dir, 'lighthouse-project');
  await copySamples(folder);
  return folder;
}
