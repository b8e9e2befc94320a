import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../hosts/paths.ts';
import type { Figure } from './figure.ts';

/** Counts what VS Code reads at each start because of Genwright. */
export async function measureEntrySize(): Promise<readonly Figure[]> {
  const { size } = await stat(join(rootDir, 'dist/entry.cjs'));
  return [{ name: 'entry bundle', value: size / 1024, unit: 'KB', against: 'minified bytes', aim: '≤ 100' }];
}
