import { join } from 'node:path';
import { downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath } from '@vscode/test-electron';
import type { CleanUp } from './cleanUp.ts';
import { runCommand } from './commandResult.ts';
import type { Host } from './host.ts';
import { cacheDir, logsDir } from './paths.ts';
import { startProcess } from './startedProcess.ts';
import { UserError } from './userError.ts';

/**
 * Prepares the desktop VS Code, which test-electron downloads once. On Linux without a display, it gets its own
 * display.
 */
export async function prepareDesktop(cleanUp: CleanUp, report: (line: string) => void): Promise<Host> {
  report('Getting the desktop VS Code (once) …');
  const executablePath = await downloadAndUnzipVSCode({ cachePath: cacheDir }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`The desktop VS Code cannot be had (${reason}). Use GENWRIGHT_HOST=browser.`);
  });
  const needsDisplay = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
  return {
    name: 'desktop',
    executablePath,
    env: needsDisplay ? { DISPLAY: await startDisplay(cleanUp) } : {},
    installVsix: (vsix, extensionsDir, userDataDir) =>
      installOnDesktop(executablePath, ['--install-extension', vsix, '--force'], [extensionsDir, userDataDir]),
  };
}

async function installOnDesktop(
  executablePath: string,
  install: readonly string[],
  [extensionsDir, userDataDir]: readonly [string, string],
): Promise<void> {
  const [cli, ...args] = resolveCliArgsFromVSCodeExecutablePath(executablePath, { reuseMachineInstall: true });
  if (!cli) throw new Error('This VS Code has no command line');
  const folders = [`--extensions-dir=${extensionsDir}`, `--user-data-dir=${userDataDir}`];
  const { code, output } = await runCommand(cli, [...args, ...install, ...folders]);
  if (code !== 0) throw new Error(`VS Code could not install the extension:\n${output}`);
}

/** Starts Xvfb, which picks a free number itself and reports it. */
async function startDisplay(cleanUp: CleanUp): Promise<string> {
  let reportNumber: (display: string) => void;
  const display = new Promise<string>((resolve) => (reportNumber = resolve));
  const xvfb = startProcess('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    logFile: join(logsDir, 'xvfb.log'),
    onLine: (line) => {
      if (/^\d+$/.test(line)) reportNumber(`:${line}`);
    },
  });
  cleanUp.add(() => xvfb.stop());
  return Promise.race([
    display,
    xvfb.ended.then(() => {
      throw new UserError('There is no display and Xvfb does not start. Install xvfb or use GENWRIGHT_HOST=browser.');
    }),
  ]);
}
