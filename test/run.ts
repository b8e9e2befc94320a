// `npm test`: every check of the project, one line a step, at the end `N passed, N failed`. Steps that mostly wait for VS
// Code run beside those that compute.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { inspect } from 'node:util';
import { parseOptions } from '../scripts/options.ts';
import { runScript } from './hosts/cleanUp.ts';
import { rootDir } from './hosts/paths.ts';
import { UserError } from './hosts/userError.ts';
import { buildPackage } from './support/buildPackage.ts';
import { findSuites } from './support/findSuites.ts';
import { steps, type Step, type StepResult } from './support/steps.ts';

const usage = `npm test                     every check
npm test -- unit lint        the named steps, and what they need: ${steps.map(({ name }) => name).join(' ')}
npm test -- src/core/task    the suites of a source file, of a folder or of a test file, with the title of each test`;

/** A step that takes longer is stopped, and counts as failed. */
const stepPatienceMs = 60 * 60_000;

function choose(names: readonly string[]): readonly Step[] {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new UserError(
      `No step, file or folder is called ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}`,
    );
  }
  if (names.length === 0) return steps;
  const wanted = new Set(names);
  for (const { name, needs } of steps.toReversed()) if (needs && wanted.has(name)) wanted.add(needs);
  return steps.filter(({ name }) => wanted.has(name));
}

async function runStep(step: Step, signal: AbortSignal): Promise<StepResult> {
  try {
    const result = await step.run(signal);
    if (result.passed + result.failed > 0 || result.note) return result;
    return { passed: 0, failed: 1, output: `${result.output ?? ''}\nNothing was checked.` };
  } catch (error) {
    const isPlain = error instanceof UserError || !(error instanceof Error);
    const text = isPlain ? String(error) : inspect(error);
    return { passed: 0, failed: 1, output: text };
  }
}

function describeResult(name: string, { passed, failed, note }: StepResult, durationMs: number): string {
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
  return [failed > 0 ? '✖' : '✔', name.padEnd(12), (note ?? counts).padEnd(24), `${(durationMs / 1000).toFixed(1)} s`]
    .join(' ')
    .trimEnd();
}

/**
 * Runs the steps of each lane one after the other, and the lanes beside each other. Prints a line when a step has
 * ended, below the whole output of the step if it has failed.
 */
async function runLanes(chosen: readonly Step[], signal: AbortSignal): Promise<{ passed: number; failed: number }> {
  const total = { passed: 0, failed: 0 };
  const ends = new Map<string, Promise<boolean>>();
  const lanes = new Map<Step['lane'], Promise<unknown>>();

  async function take(step: Step): Promise<boolean> {
    const [hasPassed = true] = await Promise.all([ends.get(step.needs ?? ''), lanes.get(step.lane)]);
    if (signal.aborted) return false;
    if (!hasPassed) {
      console.log(`- ${step.name.padEnd(12)} not run: ${String(step.needs)} failed`);
      return false;
    }
    const started = performance.now();
    const result = await runStep(step, AbortSignal.any([signal, AbortSignal.timeout(stepPatienceMs)]));
    // The user has stopped all steps, so their results are not wanted.
    if (signal.aborted) return false;
    total.passed += result.passed;
    total.failed += result.failed;
    if (result.failed > 0 && result.output) console.log(result.output.trimEnd());
    console.log(describeResult(step.name, result, performance.now() - started));
    return result.failed === 0;
  }

  for (const step of chosen) {
    const end = take(step);
    ends.set(step.name, end);
    lanes.set(step.lane, end);
  }
  await Promise.all(ends.values());
  return total;
}

/** Runs the suites of paths, whose output is shown as it comes. Returns the exit code. */
async function runSuitesOf(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map(findSuites));
  const without = paths.filter((_, index) => found[index]?.length === 0);
  if (without.length > 0) throw new UserError(`No test loads ${without.join(', ')}`);
  const files = [...new Set(found.flat())];
  const inVsCode = files.filter((file) => file.startsWith('test/integration/'));
  if (inVsCode.length > 0)
    throw new UserError(`${inVsCode.join(', ')} runs in VS Code: npm test -- integration, with GENWRIGHT_GREP=<title>`);
  console.log(files.join('\n'));
  if (files.some((file) => /^test\/(?:webview|e2e)\//.test(file))) await buildPackage();
  // Each process of these tests starts a browser.
  const isSlow = files.some((file) => !file.startsWith('test/unit/'));
  const args = ['--test', '--test-reporter=spec', ...(isSlow ? ['--test-concurrency=1'] : []), ...files];
  const child = spawn(process.execPath, args, { cwd: rootDir, stdio: 'inherit' });
  return new Promise((ended) => child.once('exit', (code) => ended(code ?? 1)));
}

/** A path may be written as a shell completes it: from where the user is, or from the root. */
function findPath(text: string): string | undefined {
  const path = [resolve(process.env['INIT_CWD'] ?? '', text), join(rootDir, text)].find((each) => existsSync(each));
  return path && (relative(rootDir, path).replaceAll('\\', '/') || '.');
}

const { positionals } = parseOptions(usage, {});
const named = positionals.filter((text) => steps.some(({ name }) => name === text));
const paths = positionals.filter((text) => !named.includes(text)).map((text) => findPath(text) ?? text);
const isOfPaths = paths.length > 0 && paths.every((path) => existsSync(join(rootDir, path)));

await runScript(async (cleanUp) => {
  if (isOfPaths && named.length > 0) throw new UserError('Name either steps or paths.');
  if (isOfPaths) return runSuitesOf(paths);
  const abort = new AbortController();
  cleanUp.add(() => abort.abort());
  const { passed, failed } = await runLanes(choose(positionals), abort.signal);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
