import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const folder = join(import.meta.dirname, '../../out/meta');

/** Says how to make what a test reads. A test that passes without it would check nothing. */
export function reportMissing(): never {
  throw new Error('There is no production build, which this test reads. Run `npm run package` first.');
}

/** Returns what esbuild says about each part of the last build, by the name of the part. Rejects without a production build. */
export async function readMetafiles(): Promise<ReadonlyMap<string, Metafile>> {
  const names = await readdir(folder).catch(reportMissing);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const metafiles = texts.map((text) => JSON.parse(text) as Metafile);
  // Only a development build has source maps.
  const isProduction = metafiles.every(({ outputs }) => Object.keys(outputs).every((path) => !path.endsWith('.map')));
  if (!isProduction || names.length === 0) reportMissing();
  return new Map(metafiles.map((metafile, at) => [names[at]?.replace(/\.json$/, '') ?? '', metafile]));
}
