import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from './commandResult.ts';
import { startProcess } from './startedProcess.ts';
import { UserError } from './userError.ts';

export interface ServerOptions {
  /** The entry script of the server. */
  readonly entry: string;
  /** Settings, storage and logs. */
  readonly dataDir: string;
  readonly extensionsDir: string;
  readonly logFile: string;
  /** Machine settings. A setting of application scope has no effect here. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly workspaceTrust: 'granted' | 'asked';
  /**
   * `on` takes extension paths from the address of the page, and shows no notifications, so it is only for runs without
   * a person.
   */
  readonly automation: 'on' | 'off';
  /** `while-used` ends the server some minutes after its last client, in case this process is killed. */
  readonly lifetime: 'until-stopped' | 'while-used';
  readonly env?: NodeJS.ProcessEnv;
}

export interface Server {
  /** `127.0.0.1:<port>`, as in `vscode-remote:` addresses. */
  readonly authority: string;
  /** Returns the URL of a page. It contains the token, without which the server refuses everyone. */
  pageUrl(query: Readonly<Record<string, string>>): string;
  stop(): Promise<void>;
}

const startPatienceMs = 180_000;

/**
 * Built-in extensions that neither a test nor a benchmark uses. They take a tenth of the processor time of a window that
 * opens.
 */
const leftOut: readonly string[] = [
  'copilot',
  'debug-auto-launch',
  'debug-server-ready',
  'docker',
  'emmet',
  'git',
  'git-base',
  'github',
  'github-authentication',
  'grunt',
  'gulp',
  'ipynb',
  'jake',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
  'notebook-renderers',
  'npm',
  'php-language-features',
  'terminal-suggest',
  'tunnel-forwarding',
  'typescript-language-features',
];

export async function startServer(options: ServerOptions): Promise<Server> {
  await mkdir(join(options.dataDir, 'data/Machine'), { recursive: true });
  await mkdir(options.extensionsDir, { recursive: true });
  await writeFile(join(options.dataDir, 'data/Machine/settings.json'), JSON.stringify(options.settings, null, 2));
  await linkBuiltInExtensions(options);
  const token = await createToken();
  try {
    const { authority, stop } = await startProcessOfServer(options, token.file);
    return {
      authority,
      pageUrl: (query) => `http://${authority}/?${new URLSearchParams({ tkn: token.value, ...query }).toString()}`,
      // The file is needed until here, because the server reads it when it gets its first request.
      stop: async () => {
        await stop();
        await token.remove();
      },
    };
  } catch (error) {
    await token.remove();
    throw error;
  }
}

const builtInDir = ({ dataDir }: ServerOptions): string => join(dataDir, 'builtin');

async function linkBuiltInExtensions(options: ServerOptions): Promise<void> {
  const source = join(dirname(options.entry), '../extensions');
  const target = builtInDir(options);
  await rm(target, { recursive: true, force: true });
  await mkdir(target);
  const entries = await readdir(source, { withFileTypes: true });
  const chosen = entries.filter((entry) => entry.isDirectory() && !leftOut.includes(entry.name));
  await Promise.all(chosen.map(({ name }) => symlink(join(source, name), join(target, name), 'junction')));
}

/** Writes a new secret to a file, because every user of the machine can read the arguments of a process. */
async function createToken() {
  const dir = await mkdtemp(join(tmpdir(), 'genwright-token-'));
  const file = join(dir, 'token');
  const value = randomBytes(32).toString('hex');
  await writeFile(file, value, { mode: 0o600 });
  return { file, value, remove: () => rm(dir, { recursive: true, force: true }) };
}

async function startProcessOfServer(options: ServerOptions, tokenFile: string): Promise<Omit<Server, 'pageUrl'>> {
  let reportPort: (port: string) => void;
  const port = new Promise<string>((resolve) => (reportPort = resolve));
  const server = startProcess(process.execPath, [options.entry, ...startArguments(options, tokenFile)], {
    logFile: options.logFile,
    // VS Code starts no login shells, which would run what the user has in a profile, to ask for an environment.
    env: { ...process.env, VSCODE_CLI: '1', ...options.env },
    onLine: (line) => {
      const found = /^Extension host agent listening on (\d+)/.exec(line)?.[1];
      if (found) reportPort(found);
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, startPatienceMs, 'late')));
  const answer = await Promise.race([port, tooLate, server.ended.then((code) => `ended with ${String(code)}`)]);
  clearTimeout(timer);
  if (!/^\d+$/.test(answer)) {
    await server.stop();
    const log = await readFile(options.logFile, 'utf8');
    throw new UserError(`The VS Code server did not start (${answer}):\n${log.slice(-2000)}`);
  }
  return { authority: `127.0.0.1:${answer}`, stop: () => server.stop() };
}

function startArguments(options: ServerOptions, tokenFile: string): readonly string[] {
  return [
    '--host=127.0.0.1',
    '--port=0',
    `--connection-token-file=${tokenFile}`,
    '--accept-server-license-terms',
    '--telemetry-level=off',
    `--server-data-dir=${options.dataDir}`,
    `--extensions-dir=${options.extensionsDir}`,
    `--builtin-extensions-dir=${builtInDir(options)}`,
    ...(options.automation === 'on' ? ['--enable-smoke-test-driver'] : []),
    ...(options.workspaceTrust === 'granted' ? ['--disable-workspace-trust'] : []),
    ...(options.lifetime === 'while-used' ? ['--enable-remote-auto-shutdown'] : []),
  ];
}

/**
 * Makes a folder an installed extension, without a copy. A server registers what is in its extensions folder when it
 * starts there for the first time.
 */
export async function linkExtension(folder: string, extensionsDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const { publisher, name, version } = manifest;
  await mkdir(extensionsDir, { recursive: true });
  await rm(join(extensionsDir, 'extensions.json'), { force: true });
  const link = join(extensionsDir, `${publisher}.${name}-${version}`);
  await rm(link, { force: true });
  await symlink(folder, link, 'dir');
}

/** Installs a packaged extension for servers that use this extensions folder. */
export async function installVsix(entry: string, vsix: string, extensionsDir: string): Promise<void> {
  const args = [entry, `--install-extension=${vsix}`, `--extensions-dir=${extensionsDir}`, '--force'];
  const { code, output } = await runCommand(process.execPath, args);
  if (code !== 0 || /failed/i.test(output)) throw new Error(`VS Code could not install ${vsix}:\n${output}`);
}
