import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import type { CleanUp } from '../hosts/cleanUp.ts';
import { helperExtensionDir, logsDir, outDir, rootDir, vsixPath } from '../hosts/paths.ts';
import { prepareHost } from '../hosts/prepareHost.ts';
import type { SuiteResult } from './suite.ts';
import { testEnvironment } from './helpers/testSettings.ts';

const suitePath = join(outDir, 'test/integration.cjs');

/** Mocha is loaded from node_modules: it looks for its own files. */
async function bundleSuite(): Promise<void> {
  await build({
    absWorkingDir: rootDir,
    entryPoints: ['test/integration/suite.ts'],
    outfile: suitePath,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.19',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/** Runs the suite in VS Code against the packaged extension. */
export async function runIntegration(cleanUp: CleanUp): Promise<SuiteResult> {
  await bundleSuite();
  const dir = await mkdtemp(join(tmpdir(), 'genwright-integration-'));
  const workspace = join(dir, 'workspace');
  const userDataDir = join(dir, 'data');
  const extensionsDir = join(dir, 'extensions');
  const logs = join(logsDir, 'integration');
  const results = join(dir, 'results.json');
  cleanUp.add(async () => {
    const target = join(logs, 'vscode');
    await cp(join(userDataDir, 'data/logs'), target, { recursive: true }).catch(() => undefined);
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  });
  await rm(logs, { recursive: true, force: true });
  for (const each of [workspace, userDataDir, extensionsDir, logs]) await mkdir(each, { recursive: true });

  const host = await prepareHost(cleanUp);
  await host.installVsix(vsixPath, extensionsDir, userDataDir);
  const log = createWriteStream(join(logs, 'host.log'));
  const sandbox = join(rootDir, 'dist/sandbox.cjs');
  const failure = await runTests({
    vscodeExecutablePath: host.executablePath,
    extensionDevelopmentPath: helperExtensionDir,
    extensionTestsPath: suitePath,
    extensionTestsEnv: { ...host.env, ...testEnvironment({ results, data: userDataDir, logs, sandbox }) },
    stdout: log,
    stderr: log,
    launchArgs: [workspace, `--extensions-dir=${extensionsDir}`, `--user-data-dir=${userDataDir}`],
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!existsSync(results)) {
    throw new Error(`VS Code ended before the suite did; see ${logs}`, { cause: failure });
  }
  return JSON.parse(await readFile(results, 'utf8')) as SuiteResult;
}
