import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Seeds of stories that every tree is told. */
export const fixedSeeds: readonly string[] = Array.from({ length: 100 }, (_, at) => `fixed ${at}`);

/** Seeds that follow from the sources, so that a tree always gets the same ones, and each change others. */
export function drawTreeSeeds(count: number): readonly string[] {
  const hash = createHash('sha256');
  for (const file of globSync('src/{core,engine,gateway,storage}/**/*.ts', { cwd: root }).sort()) {
    hash.update(file.replaceAll('\\', '/')).update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'));
  }
  const tree = hash.digest('hex').slice(0, 12);
  return Array.from({ length: count }, (_, at) => `${tree} ${at}`);
}
