// `npm run mutate`: breaks the sources in small ways, one at a time in a copy, and lists for each breakage the test that
// notices it. The seed decides about the breakages and about the inputs that tests make up.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { constantFrom, sample, shuffledSubarray } from 'fast-check';
import { parseOptions } from '../../scripts/options.ts';
import { runScript } from '../hosts/cleanUp.ts';
import { rootDir } from '../hosts/paths.ts';
import { type Breakage, describeBreakage, listBreakages } from './breakages.ts';
import { type ImportGraph, listImporters, readImportGraph } from '../support/importGraph.ts';
import { copyProject, type Project } from './project.ts';
import { allSuites, crashCheck, isReachedBy, listChecks, slowSuiteNames, type SlowSuiteName } from './suites.ts';

/** Files that fail without a breakage, or do not fail again with it. They are not asked again. */
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
    // A test that several files share lies in none of them.
    const suspects = check.files.includes(file) ? [file] : check.files;
    const alone = { ...check, files: suspects };
    const isSteady = (await project.withBreakages([breakage], () => project.findFailure(alone))) !== null;
    const isSound = isSteady && (await project.findFailure(alone)) === null;
    if (isSound) return `${file}: ${title}`;
    for (const suspect of suspects) unsound.add(suspect);
    return findNoticer(breakage, project, question);
  }
  return null;
}

/** Asks a slow suite for several breakages at once. Says for each one that is noticed by which test. */
async function askTogether(
  breakages: readonly Breakage[],
  find: (breakages: readonly Breakage[]) => Promise<string | null>,
  isKnownToFail = false,
): Promise<ReadonlyMap<Breakage, string>> {
  const [first, ...others] = breakages;
  if (!first) return new Map();
  if (others.length === 0 || !isKnownToFail) {
    const noticer = await find(breakages);
    if (noticer === null) return new Map();
    if (others.length === 0) return new Map([[first, noticer]]);
  }
  const half = Math.ceil(breakages.length / 2);
  const noticed = await askTogether(breakages.slice(0, half), find);
  return new Map([...noticed, ...(await askTogether(breakages.slice(half), find, noticed.size === 0))]);
}

/** Says which test of a slow suite fails. */
const slowSuites: Readonly<Record<SlowSuiteName, (project: Project) => Promise<string | null>>> = {
  types: findTypeError,
  async crash(project) {
    const failure = await project.findFailure(crashCheck);
    return failure === null || typeof failure === 'string' ? failure : `${failure.file}: ${failure.title}`;
  },
  vscode: findFailureInVsCode,
};

async function findTypeError(project: Project): Promise<string | null> {
  for (const part of ['', 'src/core/', 'src/webview/']) {
    const { code, lines } = await project.runScript(['node_modules/typescript/bin/tsc', '-p', `${part}tsconfig.json`]);
    if (code !== 0)
      return `types: ${lines.find((line) => line.includes('error TS')) ?? `tsc ends with code ${String(code)}`}`;
  }
  return null;
}

async function findFailureInVsCode(project: Project): Promise<string | null> {
  for (const args of [['scripts/package.ts'], ['test/integration/run.ts']]) {
    const { code, lines } = await project.runScript(args);
    if (code === 0) continue;
    const failed = lines.find((line) => line.startsWith('FAILED '));
    return failed ? `test/integration: ${failed.slice('FAILED '.length)}` : `${args[0]} ends with code ${String(code)}`;
  }
  return null;
}

const usage = `npm run mutate: breaks the sources in small ways in a copy, and names the test that notices each.

  --seed=N       selects the breakages, and the inputs that tests make up; default: 1
  --count=N      how many; default: 50
  --from=N       leaves out the first ones of the seed
  --folder=PATH  where; default: src
  --suites=LIST  the tests that are asked, in this order; default: ${allSuites.join(',')}
                 types, crash and vscode (the integration tests) take longer: they are asked for all breakages together
                 that no other test notices, and then for halves of them as long as they fail`;

await runScript(async (cleanUp) => {
  const { values } = parseOptions(usage, {
    count: { type: 'string', default: '50' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: 'src' },
    suites: { type: 'string', default: allSuites.join(',') },
  });
  // Everything else that wants to compute comes first.
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
  for (const name of slowSuiteNames) {
    const reached = left.filter(({ file }) => isReachedBy[name](listImporters(file, question.graph)));
    if (!suites.has(name) || reached.length === 0) continue;
    const project = await copyProject(cleanUp, seed);
    const ask = (some: readonly Breakage[]) => project.withBreakages(some, () => slowSuites[name](project));
    for (const [breakage, noticer] of await askTogether(reached, ask)) {
      left.splice(left.indexOf(breakage), 1);
      await tell(breakage, noticer);
    }
  }
  for (const file of question.unsound)
    console.log(`${file} is left out: it fails without a breakage, or not each time`);
  console.log(`${breakages.length - left.length} of ${breakages.length} noticed`);
  return 0;
});
