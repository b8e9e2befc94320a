// `npm run mutate`: breaks the sources in small ways, one at a time in a copy, and lists for each breakage the test that
// notices it. The seed decides about the breakages and about the inputs that tests make up.
//
// `npm run mutate -- --seed=1 --count=50 --from=0 --folder=src/core` says which ones, how many, and where.
// `--suites=unit,simulation,crash,webview,vscode` says which tests are asked, and in this order: the files that load
// the broken one first. `vscode` are the integration tests. They take minutes, so they are asked for all breakages of
// `src/host` together that no other test notices, and for halves of them as long as a test fails.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { constantFrom, sample, shuffledSubarray } from 'fast-check';
import { runScript } from '../hosts/cleanUp.ts';
import { rootDir } from '../hosts/paths.ts';
import { type Breakage, describeBreakage, listBreakages } from './breakages.ts';
import { type ImportGraph, listImporters, readImportGraph } from './importGraph.ts';
import { copyProject, type Project } from './project.ts';
import { listChecks, suiteNames } from './suites.ts';

/** Files that fail without a breakage. They are not asked again. */
type Unsound = Set<string>;

/** Picks breakages that are spread over the code: at most one for each file. */
async function pickBreakages(count: number, { seed, folder }: { seed: number; folder: string }): Promise<Breakage[]> {
  const files = globSync(`${folder}/**/*.ts`, { cwd: rootDir }).map((file) => file.replaceAll('\\', '/'));
  const [shuffled = []] = sample(shuffledSubarray(files.sort(), { minLength: files.length }), { seed, numRuns: 1 });
  const chosen: Breakage[] = [];
  for (const file of shuffled) {
    if (chosen.length === count) break;
    const breakages = listBreakages(file, await readFile(join(rootDir, file), 'utf8'));
    if (breakages.length > 0)
      chosen.push(...sample(constantFrom(...breakages), { seed: seed + chosen.length, numRuns: 1 }));
  }
  return chosen;
}

interface Question {
  readonly graph: ImportGraph;
  readonly suites: ReadonlySet<string>;
  readonly unsound: Unsound;
}

/** Says what notices a breakage. Null: no test does. */
async function findNoticer(breakage: Breakage, project: Project, question: Question): Promise<string | null> {
  const { graph, suites, unsound } = question;
  const importers = listImporters(breakage.file, graph).filter((file) => !unsound.has(file));
  for (const check of listChecks(importers, suites)) {
    const failure = await project.withBreakages([breakage], () => project.findFailure(check));
    if (failure === null) continue;
    if (typeof failure === 'string') return failure;
    const { file, title } = failure;
    const isSound = (await project.findFailure({ ...check, files: [file] })) === null;
    if (isSound) return `${file}: ${title}`;
    unsound.add(file);
    return findNoticer(breakage, project, question);
  }
  return null;
}

/** Asks the integration tests for all breakages at once. Says for each one that is noticed by which test. */
async function askVsCode(
  breakages: readonly Breakage[],
  project: Project,
  isKnownToFail = false,
): Promise<ReadonlyMap<Breakage, string>> {
  if (breakages.length === 0) return new Map();
  let title = 'the integration tests';
  if (!isKnownToFail || breakages.length === 1) {
    const failed = await project.withBreakages(breakages, () => findFailureInVsCode(project));
    if (failed === null) return new Map();
    title = failed;
  }
  const [first] = breakages;
  if (first && breakages.length === 1) return new Map([[first, title]]);
  const half = Math.ceil(breakages.length / 2);
  const noticed = await askVsCode(breakages.slice(0, half), project);
  return new Map([...noticed, ...(await askVsCode(breakages.slice(half), project, noticed.size === 0))]);
}

async function findFailureInVsCode(project: Project): Promise<string | null> {
  for (const args of [['esbuild.mjs', '--production'], ['test/build/package.ts'], ['test/integration/run.ts']]) {
    const { code, lines } = await project.runScript(args);
    if (code === 0) continue;
    const failed = lines.find((line) => line.startsWith('FAILED '));
    return failed ? `test/integration: ${failed.slice('FAILED '.length)}` : `${args[0]} ends with code ${String(code)}`;
  }
  return null;
}

await runScript(async (cleanUp) => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '50' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string', default: 'src' },
      suites: { type: 'string', default: [...suiteNames, 'vscode'].join(',') },
    },
  });
  setPriority(10);
  const [seed, from] = [Number(values.seed), Number(values.from)];
  const suites = new Set(values.suites.split(','));
  const picked = await pickBreakages(from + Number(values.count), { seed, folder: values.folder });
  const breakages = picked.slice(from);
  const question = { graph: await readImportGraph(rootDir), suites, unsound: new Set<string>() };
  const waiting = [...breakages];
  const left: Breakage[] = [];

  async function tell(breakage: Breakage, noticer: string | null): Promise<void> {
    const text = describeBreakage(breakage, await readFile(join(rootDir, breakage.file), 'utf8'));
    console.log(noticer === null ? `✖ ${text}` : `✔ ${text}\n    ${noticer}`);
  }

  async function work(): Promise<void> {
    const project = await copyProject(cleanUp, seed);
    for (let breakage = waiting.shift(); breakage; breakage = waiting.shift()) {
      const noticer = await findNoticer(breakage, project, question);
      if (noticer === null) left.push(breakage);
      await tell(breakage, noticer);
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const inHost = suites.has('vscode') ? left.filter(({ file }) => /^src\/(?:host\/|extension)/.test(file)) : [];
  const noticed = inHost.length > 0 ? await askVsCode(inHost, await copyProject(cleanUp, seed)) : new Map();
  for (const [breakage, noticer] of noticed) await tell(breakage, noticer);
  for (const file of question.unsound) console.log(`${file} fails without a breakage`);
  console.log(`${breakages.length - left.length + noticed.size} of ${breakages.length} noticed`);
  return 0;
});
