#!/usr/bin/env node
// The browser host: an executable that takes the arguments of VS Code's desktop binary as test-electron passes them,
// and runs the tests in VS Code's server with a headless Chromium as its window.
import { join, resolve } from 'node:path';
import { ensureChromium, launchChromium } from './chromium.ts';
import { type CleanUp, runScript } from './cleanUp.ts';
import { logsDir } from './paths.ts';
import { startServer } from './server.ts';
import { installServer } from './serverInstall.ts';
import { quietSettings } from './settings.ts';
import { openWorkbenchPage } from './workbenchPage.ts';

interface HostArguments {
  readonly folder: string;
  readonly extensionsDir: string;
  readonly userDataDir: string;
  readonly extensionDevelopmentPath: string;
  readonly extensionTestsPath: string;
}

function parseArguments(args: readonly string[]): HostArguments {
  const valueOf = (name: string): string => {
    const found = args.find((arg) => arg.startsWith(`--${name}=`));
    if (!found) throw new Error(`--${name} is missing`);
    return resolve(found.slice(name.length + 3));
  };
  const folder = args.find((arg) => !arg.startsWith('-'));
  if (!folder) throw new Error('The folder to open is missing');
  return {
    folder: resolve(folder),
    extensionsDir: valueOf('extensions-dir'),
    userDataDir: valueOf('user-data-dir'),
    extensionDevelopmentPath: valueOf('extensionDevelopmentPath'),
    extensionTestsPath: valueOf('extensionTestsPath'),
  };
}

async function runTestsInBrowser(cleanUp: CleanUp): Promise<number> {
  const { folder, extensionsDir, userDataDir, ...extension } = parseArguments(process.argv.slice(2));
  const report = (line: string): void => console.error(line);
  const entry = await installServer(report);
  const logDir = join(logsDir, 'integration');
  const server = await startServer({
    entry,
    dataDir: userDataDir,
    extensionsDir,
    logFile: join(logDir, 'server.log'),
    settings: quietSettings('dark'),
    workspaceTrust: 'granted',
    automation: 'on',
    lifetime: 'while-used',
  });
  cleanUp.add(() => server.stop());
  const browser = await launchChromium(await ensureChromium(report));
  cleanUp.add(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });

  return new Promise<number>((resolveExit, reject) => {
    browser.once('disconnected', () => reject(new Error('Chromium ended before the tests did')));
    openWorkbenchPage(context, {
      ...extension,
      server,
      folder,
      logFile: join(logDir, 'page.log'),
      onLog: (text) => console.log(text),
      onExit: resolveExit,
    }).catch(reject);
  });
}

// The starting process holds the other end of this input. It closes however that process ends, and this one ends then,
// too.
process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();

await runScript(runTestsInBrowser);
process.stdin.removeAllListeners('close');
process.stdin.destroy();
