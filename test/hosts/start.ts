// `npm start`: the samples in a real VS Code for hands-on use.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { parseOptions } from '../../scripts/options.ts';
import { buildForDevelopment } from '../support/buildPackage.ts';
import { isRoot } from './chromium.ts';
import { type CleanUp, runScript } from './cleanUp.ts';
import { chosenHost } from './host.ts';
import { copySamples } from './copySamples.ts';
import { cacheDir, inspectorExtensionDir, logsDir, playgroundDir, rootDir } from './paths.ts';
import { linkExtension, startServer } from './server.ts';
import { installServer } from './serverInstall.ts';
import { quietSettings } from './settings.ts';
import { startProcess } from './startedProcess.ts';

const dataDir = join(cacheDir, 'playground-data');
const extensionsDir = join(cacheDir, 'playground-extensions');
const report = (line: string): void => console.error(line);

/** The port of the configuration "Attach to npm start" in `.vscode/launch.json`. */
const inspectPort = '9229';

const { values: options } = parseOptions(
  `npm start: builds Genwright, and opens the samples in a real VS Code. Files, settings and tasks stay from run to run.

  --inspect   a debugger can attach to the extension host at port ${inspectPort}, with breakpoints in TypeScript files
  GENWRIGHT_HOST=desktop or browser decides between the desktop VS Code and its server. Default: what is there.`,
  { inspect: { type: 'boolean', default: false } },
);

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
      playgroundDir,
      `--extensionDevelopmentPath=${rootDir}`,
      `--user-data-dir=${dataDir}`,
      `--extensions-dir=${extensionsDir}`,
      ...(isRoot ? ['--no-sandbox'] : []),
      ...(options.inspect ? [`--inspect-extensions=${inspectPort}`] : []),
      '--skip-welcome',
    ],
    { logFile: join(logsDir, 'start/desktop.log') },
  );
  cleanUp.add(() => vscode.stop());
  console.log('VS Code is open. Close its window or press Ctrl-C to end.');
  return (await vscode.ended) ?? 0;
}

async function startBrowser(cleanUp: CleanUp): Promise<number> {
  for (const folder of [rootDir, inspectorExtensionDir]) await linkExtension(folder, extensionsDir);
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
    env: { GENWRIGHT_INSPECT_PORT: options.inspect ? inspectPort : '' },
  });
  cleanUp.add(() => server.stop());
  const url = server.pageUrl({ folder: playgroundDir });
  console.log(`Open this URL in a browser, and trust the folder when VS Code asks:\n\n  ${url}\n`);
  console.log('The token in it lets a caller use this VS Code and your files, so keep it to yourself.');
  if (options.inspect) console.log(`A debugger can attach at port ${inspectPort} as soon as the page is open.`);
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
  await copySamples(playgroundDir);
  const desktop = await findDesktop();
  if (desktop !== undefined && existsSync(desktop)) return startDesktop(cleanUp, desktop);
  return startBrowser(cleanUp);
});
