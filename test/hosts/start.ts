// `npm start`: the samples in a real VS Code for hands-on use. The workspace and the profile stay from run to run.
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { buildForDevelopment } from '../support/buildPackage.ts';
import { isRoot } from './chromium.ts';
import { type CleanUp, runScript } from './cleanUp.ts';
import { chosenHost } from './host.ts';
import { cacheDir, logsDir, rootDir, samplesDir } from './paths.ts';
import { linkExtension, startServer } from './server.ts';
import { installServer } from './serverInstall.ts';
import { quietSettings } from './settings.ts';
import { startProcess } from './startedProcess.ts';

const playground = join(cacheDir, 'playground');
const dataDir = join(cacheDir, 'playground-data');
const extensionsDir = join(cacheDir, 'playground-extensions');
const report = (line: string): void => console.error(line);

async function preparePlayground(): Promise<void> {
  await mkdir(playground, { recursive: true });
  await cp(samplesDir, playground, { recursive: true, force: false });
}

/**
 * Lets VS Code ask whether the folder is trusted, which it does not do in a browser otherwise. Changes by the user are
 * kept.
 */
async function prepareUserSettings(): Promise<void> {
  const path = join(dataDir, 'data/User/settings.json');
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify({ 'security.workspace.trust.startupPrompt': 'always' }, null, 2));
}

async function startDesktop(cleanUp: CleanUp, executablePath: string): Promise<number> {
  const vscode = startProcess(
    executablePath,
    [
      playground,
      `--extensionDevelopmentPath=${rootDir}`,
      `--user-data-dir=${dataDir}`,
      `--extensions-dir=${extensionsDir}`,
      ...(isRoot ? ['--no-sandbox'] : []),
      '--skip-welcome',
    ],
    { logFile: join(logsDir, 'start/desktop.log') },
  );
  cleanUp.add(() => vscode.stop());
  console.log('VS Code is open. Close its window or press Ctrl-C to end.');
  return (await vscode.ended) ?? 0;
}

async function startBrowser(cleanUp: CleanUp): Promise<number> {
  await linkExtension(rootDir, extensionsDir);
  await prepareUserSettings();
  const server = await startServer({
    entry: await installServer(report),
    dataDir,
    extensionsDir,
    logFile: join(logsDir, 'start/server.log'),
    settings: quietSettings('dark'),
    workspaceTrust: 'asked',
    automation: 'off',
    lifetime: 'until-stopped',
  });
  cleanUp.add(() => server.stop());
  const url = server.pageUrl({ folder: playground });
  console.log(`Open this URL in a browser, and trust the folder when VS Code asks:\n\n  ${url}\n`);
  console.log('The token in it lets a caller use this VS Code and your files, so keep it to yourself.');
  console.log('Keys that you store there last until the page is closed. Ctrl-C ends.');
  return new Promise(() => undefined);
}

/** Returns the desktop VS Code if it is asked for, or if it is there already and has a display. */
async function findDesktop(): Promise<string | undefined> {
  const isAsked = process.env['GENWRIGHT_HOST'] === 'desktop';
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  if (!isAsked && (!hasDisplay || process.env['GENWRIGHT_HOST'] === 'browser')) return undefined;
  report('Getting the desktop VS Code (once) …');
  return downloadAndUnzipVSCode({ cachePath: cacheDir }).catch((error: unknown) => {
    if (isAsked) throw error;
    report('The desktop VS Code cannot be had here; its server takes its place.');
    return undefined;
  });
}

await runScript(async (cleanUp) => {
  chosenHost();
  await buildForDevelopment();
  await preparePlayground();
  const desktop = await findDesktop();
  if (desktop !== undefined && existsSync(desktop)) return startDesktop(cleanUp, desktop);
  return startBrowser(cleanUp);
});
