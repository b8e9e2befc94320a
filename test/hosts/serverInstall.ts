import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { cachedFolder } from './cachedFolder.ts';
import { installPackages, nodePackage } from './nodePackage.ts';
import { runNpm } from './npm.ts';
import { UserError } from './userError.ts';

/** An npm package that holds the VS Code server of the same version (1.139), complete but for its own packages. */
const serverPackage = 'code-server@4.139.1';

const nativeModules = ['@vscode/native-watchdog', '@vscode/spdlog'];

/** The VS Code server, installed when it is missing. Returns the path of its entry script. */
export async function installServer(report: (line: string) => void): Promise<string> {
  const name = `${serverPackage}-node-${process.versions.node}`;
  const dir = await cachedFolder(name, async (unfinished) => {
    report('Installing the VS Code server (once, about a minute) …');
    const headers = `${nodePackage()}@${process.versions.node}`;
    await installPackages(unfinished, [serverPackage, headers]);
    const serverDir = vscodeDir(unfinished);
    const { code, output } = await runNpm(['install', '--omit=dev', '--ignore-scripts'], { cwd: serverDir });
    if (code !== 0) throw new UserError(`npm could not install what the VS Code server needs:\n${output}`);
    const headersDir = join(unfinished, 'node_modules', nodePackage());
    await buildNativeModules(serverDir, headersDir, report);
    await rm(headersDir, { recursive: true });
  });
  return join(vscodeDir(dir), 'out/server-main.js');
}

function vscodeDir(dir: string): string {
  return join(dir, 'node_modules/code-server/lib/vscode');
}

/** Without them (no compiler) the server runs just as well; only log channels and log files stay empty. */
async function buildNativeModules(serverDir: string, nodeDir: string, report: (line: string) => void): Promise<void> {
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    npm_config_nodedir: nodeDir,
  };
  await runNpm(['rebuild', ...nativeModules], { cwd: serverDir, env });
  const binaries = ['@vscode/native-watchdog/build/Release/watchdog.node', '@vscode/spdlog/build/Release/spdlog.node'];
  if (binaries.every((path) => existsSync(join(serverDir, 'node_modules', path)))) return;
  report('No C++ compiler with Python 3 and make: the server goes without log files.');
  for (const name of nativeModules) await rm(join(serverDir, 'node_modules', name), { recursive: true, force: true });
}
