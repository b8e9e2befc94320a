import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { runCommand } from './commandResult.ts';
import { UserError } from './userError.ts';

/** Debian's package with Chromium's headless shell, which has no windows and takes a quarter less time. */
const headlessShell = 'chromium-headless-shell';

const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Containers usually run as root, and Chromium refuses to run with its sandbox as root. */
export const isRoot = process.getuid?.() === 0;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns `GENWRIGHT_CHROMIUM`, or else the first Chromium or Chrome of this machine. */
function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const named = process.env['GENWRIGHT_CHROMIUM'];
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macPaths];
  return named ?? candidates.find(isExecutable);
}

async function installChromium(report: (line: string) => void): Promise<void> {
  if (!isRoot || (await runCommand('apt-get', ['--version'])).code !== 0) {
    throw new UserError(
      'Chromium is missing. Install it (Debian, Ubuntu: sudo apt-get install chromium) or Google Chrome,\n' +
        'or name one in GENWRIGHT_CHROMIUM, then try again.',
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', headlessShell];
  report(`Chromium is missing. Running as root (once): apt-get update, apt-get ${install.join(' ')}`);
  await runCommand('apt-get', ['update'], { env });
  const { code, output } = await runCommand('apt-get', install, { env });
  if (code !== 0) throw new UserError(`apt-get could not install ${headlessShell}:\n${output.slice(-2000)}`);
}

/** Returns the path of a Chromium. If none is there, root installs one, and other users are told how to. */
export async function ensureChromium(report: (line: string) => void): Promise<string> {
  const found = findChromium();
  if (found) return found;
  await installChromium(report);
  const installed = findChromium();
  if (!installed) throw new UserError(`apt-get installed ${headlessShell}, but it is not on the PATH.`);
  return installed;
}

/**
 * Whether Chromium runs with its sandbox. Most containers deny the user namespaces that it needs, so their configuration
 * sets `GENWRIGHT_CHROMIUM_SANDBOX=off`. Nothing else turns it off for a user who is not root.
 */
function hasSandbox(): boolean {
  return !isRoot && process.env['GENWRIGHT_CHROMIUM_SANDBOX'] !== 'off';
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: hasSandbox(),
    // Playwright would end this process before our own clean-up had its turn.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      // Otherwise V8 compiles each function of a stack trace again, and a debugger wants many traces.
      '--js-flags=--no-enable-lazy-source-positions',
    ],
  });
}
