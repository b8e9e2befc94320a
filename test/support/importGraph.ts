import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** These leave no trace at run time. */
const typeImports = /^(?:import|export) type [^;]*;$/gm;
/** The path of an imported source, of a worker, or of a program that a test starts. */
const paths = /'([^'\n]+\.tsx?)'/g;

/** For each file of a folder, relative to the root and with slashes, the files that load it. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

export async function readImportGraph(root: string): Promise<ImportGraph> {
  const importers = new Map<string, Set<string>>();
  for (const found of globSync('{src,test}/**/*.{ts,tsx}', { cwd: root })) {
    const file = found.replaceAll('\\', '/');
    const text = (await readFile(join(root, file), 'utf8')).replaceAll(typeImports, '');
    for (const [, path = ''] of text.matchAll(paths)) {
      const target = posix.join(posix.dirname(file), path);
      const known = importers.get(target);
      if (known) known.add(file);
      else importers.set(target, new Set([file]));
    }
  }
  return importers;
}

/** Lists the files that load a file, directly or through others. Those with the fewest steps in between come first. */
export function listImporters(file: string, graph: ImportGraph): readonly string[] {
  // A set also visits what is added while it is read.
  const reached = new Set([file]);
  for (const each of reached) {
    for (const importer of graph.get(each) ?? []) reached.add(importer);
  }
  return [...reached];
}
