import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Seeds of the stories that are told for every version of the sources. */
export const fixedSeeds: readonly string[] = Array.from({ length: 100 }, (_, at) => `fixed ${at}`);

/** Draws seeds that follow from the sources: a version always gets the same ones, and each change gets other ones. */
export function drawTreeSeeds(count: number): readonly string[] {
  const hash = createHash('sha256');
  for (const file of globSync('src/{core,engine,gateway,storage}/**/*.ts', { cwd: root }).sort()) {
    hash.update(file.replaceAll('\\', '/')).update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'));
  }
  const tree = hash.digest('hex').slice(0, 12);
  return Array.from({ length: count }, (_, at) => `${tree} ${at}`);
}
