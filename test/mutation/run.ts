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
import { listChecks } from './suites.ts';

/** Files that fail without a breakage, or do not fail again with it. They are not asked again. */
type Unsound = Set<string>;

/** Picks breakages that are spread over the code: at most one for each file. */
async function pickBreakages(count: number, { seed, folder }: { seed: number; folder: string }): Promise<Breakage[]> {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: rootDir }).map((file) => file.replaceAll('\\', '/'));
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
  readonly unsound: Unsound;
}

/** Says what notices a breakage. Null: no test does. */
async function findNoticer(breakage: Breakage, project: Project, question: Question): Promise<string | null> {
  const { graph, unsound } = question;
  const importers = listImporters(breakage.file, graph).filter((file) => !unsound.has(file));
  for (const check of listChecks(importers)) {
    const failure = await project.withBreakage(breakage, () => project.findFailure(check));
    if (failure === null) continue;
    if (typeof failure === 'string') return failure;
    const { file, title } = failure;
    // A test that several files share lies in none of them.
    const suspects = check.files.includes(file) ? [file] : check.files;
    const alone = { ...check, files: suspects };
    const isSteady = (await project.withBreakage(breakage, () => project.findFailure(alone))) !== null;
    const isSound = isSteady && (await project.findFailure(alone)) === null;
    if (isSound) return `${file}: ${title}`;
    for (const suspect of suspects) unsound.add(suspect);
    return findNoticer(breakage, project, question);
  }
  return null;
}

const usage = `npm run mutate: breaks the sources in small ways in a copy, and names the test that notices each.

  --seed=N       selects the breakages, and the inputs that tests make up; default: 1
  --count=N      how many; default: 50
  --from=N       leaves out the first ones of the seed
  --folder=PATH  where; default: src

Unit tests, the simulation and the tests of the page are asked. Look at what they do not notice: the compiler, the crash
tests or the tests in VS Code may.`;

await runScript(async (cleanUp) => {
  const { values } = parseOptions(usage, {
    count: { type: 'string', default: '50' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: 'src' },
  });
  // Everything else that wants to compute comes first.
  setPriority(10);
  const [seed, from] = [Number(values.seed), Number(values.from)];
  const picked = await pickBreakages(from + Number(values.count), { seed, folder: values.folder });
  const breakages = picked.slice(from);
  const question = { graph: await readImportGraph(rootDir), unsound: new Set<string>() };
  const waiting = [...breakages];
  let noticed = 0;

  async function tell(breakage: Breakage, noticer: string | null): Promise<void> {
    const text = describeBreakage(breakage, await readFile(join(rootDir, breakage.file), 'utf8'));
    console.log(noticer === null ? `✖ ${text}` : `✔ ${text}\n    ${noticer}`);
  }

  async function work(): Promise<void> {
    const project = await copyProject(cleanUp, seed);
    for (let breakage = waiting.shift(); breakage; breakage = waiting.shift()) {
      const noticer = await findNoticer(breakage, project, question);
      if (noticer !== null) noticed += 1;
      await tell(breakage, noticer);
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const file of question.unsound)
    console.log(`${file} is left out: it fails without a breakage, or not each time`);
  console.log(`${noticed} of ${breakages.length} noticed`);
  return 0;
});
