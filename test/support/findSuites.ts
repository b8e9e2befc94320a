import { globSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootDir } from '../hosts/paths.ts';
import { type ImportGraph, listImporters, readImportGraph } from './importGraph.ts';

/** How many suites a source file without a suite of its name gets from the files that import it. */
const nearest = 6;

const isSuite = (file: string): boolean => /^test\/.*\.test\.ts$/.test(file);

/**
 * Returns the suites of a path relative to the root. A test file is its own suite, and a folder has all suites in it. A
 * source file has the suite of its name, or else the nearest ones, and the suites that load it themselves or through a
 * helper of the tests. If there are none, it has the suites of its folder. The page of the preview also has those in a
 * browser. The list is empty if there is no suite.
 */
export async function findSuites(path: string): Promise<readonly string[]> {
  if (isSuite(path)) return [path];
  if (/^src\/webview(?:\/|$)/.test(path)) return listFiles('test/{webview,unit/webview}/**/*.test.ts');
  const mirror = path.replace(/^src\b/, 'test/unit');
  if (statSync(join(rootDir, path), { throwIfNoEntry: false })?.isDirectory())
    return listFiles(`${mirror}/**/*.test.ts`);
  const graph = await readImportGraph(rootDir);
  const withTests = new Map([...graph].map(([file, importers]) => [file, new Set([...importers].filter(isOfTests))]));
  const own = listFiles(mirror.replace(/(?<!\.test)\.ts$/, '.test.ts')).filter(isSuite);
  const near = own.length > 0 ? [] : listSuites(path, graph).slice(0, nearest);
  const suites = [...new Set([...own, ...listSuites(path, withTests), ...near])];
  return suites.length > 0 || !path.startsWith('src/') ? suites : listFiles(`${dirname(mirror)}/*.test.ts`);
}

function listFiles(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: rootDir })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

const isOfTests = (file: string): boolean => file.startsWith('test/');

function listSuites(file: string, graph: ImportGraph): readonly string[] {
  return listImporters(file, graph).filter((each) => isSuite(each) && each.startsWith('test/unit/'));
}
