import { globSync } from 'node:fs';
import { runCommand } from '../hosts/commandResult.ts';
import { installFloorNode } from '../hosts/floorNode.ts';
import { rootDir } from '../hosts/paths.ts';
import { buildPackage } from './buildPackage.ts';
import { countTests } from './countTests.ts';

export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** Shown when something failed. */
  readonly output?: string;
  /** Instead of the counts: why there was nothing to do. */
  readonly note?: string;
}

export interface Step {
  readonly name: string;
  /** A step that has to pass first. */
  readonly needs?: string;
  run(signal: AbortSignal): Promise<StepResult>;
}

/** They read what the packaged build wrote, so they come after it. */
const fences = ['manifest', 'fences', 'budget'].map((name) => `test/unit/${name}.test.ts`);

/** In the order in which a mistake is found soonest. */
export const steps: readonly Step[] = [
  {
    name: 'types',
    run: (signal) =>
      runChecks(
        ['tsconfig.json', 'src/core/tsconfig.json', 'src/webview/tsconfig.json'].map((project) => [
          'tsc',
          '-p',
          project,
        ]),
        signal,
      ),
  },
  {
    name: 'lint',
    run: (signal) =>
      runChecks(
        [
          ['oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'esbuild.mjs'],
          ['prettier', '--check', '--log-level', 'warn', '.'],
        ],
        signal,
      ),
  },
  { name: 'unit', run: (signal) => runNodeTests(find('test/unit/**/*.test.ts', fences), signal) },
  {
    name: 'crash',
    // One file at a time: each starts processes of its own, as many as the machine bears.
    run: (signal) => runNodeTests(find('test/crash/*.test.ts', []), signal, ['--test-concurrency=1']),
  },
  { name: 'package', run: packageExtension },
  {
    name: 'fences',
    needs: 'package',
    run: (signal) => runNodeTests(find('test/unit/*.test.ts', []).filter(isFence), signal),
  },
  { name: 'floor', needs: 'package', run: runOnFloorNode },
  { name: 'integration', needs: 'package', run: runInVsCode },
  {
    name: 'e2e',
    needs: 'package',
    run: (signal) => runNodeTests(find('test/e2e/**/*.test.ts', []), signal, ['--test-concurrency=1']),
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
    const result = await runCommand(command, args, { cwd: rootDir, signal });
    if (result.code === 0) continue;
    failed += 1;
    output += `${[command, ...args].join(' ')}\n${result.output}\n`;
  }
  return { passed: commands.length - failed, failed, output };
}

async function runNodeTests(
  files: readonly string[],
  signal: AbortSignal,
  options: readonly string[] = [],
  node = process.execPath,
): Promise<StepResult> {
  if (files.length === 0) return { passed: 0, failed: 0 };
  const args = ['--test', '--test-reporter=spec', '--test-timeout=180000', ...options, ...files];
  const { code, output } = await runCommand(node, args, { cwd: rootDir, signal });
  return { ...countTests(output, code), output };
}

async function packageExtension(): Promise<StepResult> {
  await buildPackage();
  return { passed: 1, failed: 0 };
}

async function runOnFloorNode(signal: AbortSignal): Promise<StepResult> {
  const node = await installFloorNode();
  if (!node) return { passed: 0, failed: 0, note: `skipped on ${process.platform}` };
  const options = ['--disable-warning=ExperimentalWarning'];
  return runNodeTests(find('test/hosts/floor/*.test.ts', []), signal, options, node);
}

async function runInVsCode(signal: AbortSignal): Promise<StepResult> {
  const { code, output } = await runCommand(process.execPath, ['test/integration/run.ts'], { cwd: rootDir, signal });
  return { ...countTests(output, code), output };
}
