// `npm run mutate`: breaks the sources in small ways, one at a time in a copy, and lists the breakages that no test
// notices. It asks the unit tests, the simulation and, for what runs in the page of the preview, the tests of the webview.
// `npm run mutate -- --count=50 --seed=1 --folder=src/core` says how many, which ones, and where.
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { constantFrom, sample, shuffledSubarray } from 'fast-check';
import { type CleanUp, runScript } from '../hosts/cleanUp.ts';
import { runCommand } from '../hosts/commandResult.ts';
import { rootDir } from '../hosts/paths.ts';
import { type Breakage, breakText, listBreakages } from './breakages.ts';
import { listImporters, readImportGraph } from './importGraph.ts';

/** The tests nearest to a breakage nearly always notice it, so they run first. */
const firstTests = 6;
/** A breakage can make a loop endless, and let it fill the memory. */
const testLimits = ['--test-timeout=30000', '--max-old-space-size=2048'];

/** Picks breakages that are spread over the code: at most one for each file. */
async function pickBreakages(count: number, { seed, folder }: { seed: number; folder: string }): Promise<Breakage[]> {
  const files = globSync(`${folder}/**/*.ts`, { cwd: rootDir }).map((file) => file.replaceAll('\\', '/'));
  const [shuffled = []] = sample(shuffledSubarray(files.sort(), { minLength: files.length }), {
    seed,
    numRuns: 1,
  });
  const chosen: Breakage[] = [];
  for (const file of shuffled) {
    if (chosen.length === count) break;
    const breakages = listBreakages(file, await readFile(join(rootDir, file), 'utf8'));
    if (breakages.length > 0)
      chosen.push(...sample(constantFrom(...breakages), { seed: seed + chosen.length, numRuns: 1 }));
  }
  return chosen;
}

/** Copies what the tests read. */
async function copyProject(cleanUp: CleanUp): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'genwright-mutation-'));
  cleanUp.add(() => rm(copy, { recursive: true }));
  const shared = ['node_modules', '.vscode-test'];
  const left = new Set([...shared, '.git', 'out', 'dist'].map((name) => join(rootDir, name)));
  await cp(rootDir, copy, { recursive: true, filter: (path) => !left.has(path) });
  for (const name of shared) await symlink(join(rootDir, name), join(copy, name));
  return copy;
}

/** Lists what may notice a breakage of a file, as arguments of Node. The fastest come first. */
function listChecks(importers: readonly string[]): readonly (readonly string[])[] {
  const select = (pattern: RegExp): readonly string[] => importers.filter((file) => pattern.test(file));
  const unit = select(/^test\/unit\/.*\.test\.ts$/);
  const groups = [unit.slice(0, firstTests), unit.slice(firstTests), select(/^test\/simulation\/.*\.test\.ts$/)];
  const checks = groups
    .filter((files) => files.length > 0)
    .map((files) => ['--test', ...testLimits, '--test-concurrency=1', ...files]);
  if (select(/^src\/webview\//).length === 0) return checks;
  const pages = globSync('test/webview/*.test.ts', { cwd: rootDir });
  return [...checks, ['esbuild.mjs'], ['--test', ...testLimits, '--test-isolation=none', ...pages]];
}

/** Whether a test fails while a breakage is in the copy. */
async function isNoticed(breakage: Breakage, copy: string, importers: readonly string[]): Promise<boolean> {
  const path = join(copy, breakage.file);
  const text = await readFile(path, 'utf8');
  await writeFile(path, breakText(text, breakage));
  try {
    for (const args of listChecks(importers)) {
      const { code } = await runCommand(process.execPath, args, { cwd: copy, priority: 'low' });
      if (code !== 0) return true;
    }
    return false;
  } finally {
    await writeFile(path, text);
  }
}

function describeBreakage({ file, offset, from, to }: Breakage, text: string): string {
  const line = text.slice(0, offset).split('\n').length;
  return `${file}:${line}: ${JSON.stringify(from.trim())} → ${JSON.stringify(to.trim())}`;
}

await runScript(async (cleanUp) => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string', default: 'src' },
    },
  });
  const waiting = await pickBreakages(Number(values.count), { seed: Number(values.seed), folder: values.folder });
  const graph = await readImportGraph(rootDir);
  const total = waiting.length;
  let noticed = 0;

  async function work(): Promise<void> {
    const copy = await copyProject(cleanUp);
    for (let breakage = waiting.shift(); breakage; breakage = waiting.shift()) {
      const isFound = await isNoticed(breakage, copy, listImporters(breakage.file, graph));
      if (isFound) noticed += 1;
      const text = describeBreakage(breakage, await readFile(join(rootDir, breakage.file), 'utf8'));
      console.log(`${isFound ? '✔' : '✖'} ${text}`);
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${noticed} of ${total} noticed`);
  return 0;
});
