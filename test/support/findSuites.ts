import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../hosts/paths.ts';
import { type ImportGraph, listImporters, readImportGraph } from './importGraph.ts';

/** How many suites a source file has that no test loads directly. */
const nearest = 6;

const isSuite = (file: string): boolean => /^test\/.*\.test\.ts$/.test(file);

/**
 * Returns the suites of a path relative to the root: of a test file this file, of a folder all suites in it, and of a
 * source file the one of the same name and those that load it themselves or through a helper of the tests, or else the
 * nearest ones. The page of the preview is tested in a browser. Empty if there are none.
 */
export async function findSuites(path: string): Promise<readonly string[]> {
  if (isSuite(path)) return [path];
  if (path.startsWith('src/webview/')) return globSync('test/webview/*.test.ts', { cwd: rootDir }).sort();
  if (statSync(join(rootDir, path), { throwIfNoEntry: false })?.isDirectory())
    return globSync(`${path.replace(/^src\b/, 'test/unit')}/**/*.test.ts`, { cwd: rootDir }).sort();
  const graph = await readImportGraph(rootDir);
  const withTests = new Map([...graph].map(([file, importers]) => [file, new Set([...importers].filter(isOfTests))]));
  const ownName = path.replace(/^src\/(.*)\.ts$/, 'test/unit/$1.test.ts');
  const own = ownName !== path && existsSync(join(rootDir, ownName)) ? [ownName] : [];
  const direct = [...new Set([...own, ...listSuites(path, withTests)])];
  return direct.length > 0 ? direct : listSuites(path, graph).slice(0, nearest);
}

const isOfTests = (file: string): boolean => file.startsWith('test/');

function listSuites(file: string, graph: ImportGraph): readonly string[] {
  return listImporters(file, graph).filter((each) => isSuite(each) && each.startsWith('test/unit/'));
}
