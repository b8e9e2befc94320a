// `npm run mutate`: breaks the sources in small ways, one at a time in a copy, and lists the breakages that no unit test
// notices. `npm run mutate -- --count=50 --seed=1 --folder=src/core` says how many, which ones, and where.
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
import { listTestsOf, readImportGraph } from './importGraph.ts';

/** The tests nearest to a breakage nearly always notice it, so they run first. */
const firstTests = 6;
/** A breakage can make a loop endless. */
const testPatienceMs = 60_000;

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

/** Copies what the unit tests read. */
async function copyProject(cleanUp: CleanUp): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'genwright-mutation-'));
  cleanUp.add(() => rm(copy, { recursive: true }));
  const left = new Set(['node_modules', '.git', '.vscode-test', 'out', 'dist'].map((name) => join(rootDir, name)));
  await cp(rootDir, copy, { recursive: true, filter: (path) => !left.has(path) });
  await symlink(join(rootDir, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Whether a unit test fails while a breakage is in the copy. */
async function isNoticed(breakage: Breakage, copy: string, tests: readonly string[]): Promise<boolean> {
  const path = join(copy, breakage.file);
  const text = await readFile(path, 'utf8');
  await writeFile(path, breakText(text, breakage));
  try {
    for (const batch of [tests.slice(0, firstTests), tests.slice(firstTests)]) {
      if (batch.length === 0) continue;
      const args = ['--test', `--test-timeout=${testPatienceMs}`, '--test-concurrency=1', ...batch];
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
      const isFound = await isNoticed(breakage, copy, listTestsOf(breakage.file, graph));
      if (isFound) noticed += 1;
      const text = describeBreakage(breakage, await readFile(join(rootDir, breakage.file), 'utf8'));
      console.log(`${isFound ? '✔' : '✖'} ${text}`);
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${noticed} of ${total} noticed`);
  return 0;
});
