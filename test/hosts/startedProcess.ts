import { spawn } from 'node:child_process';
import { createWriteStream, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** File that gets both outputs. Only this user can read it, because a server prints its token. */
  readonly logFile: string;
  readonly onLine?: (line: string) => void;
}

export interface StartedProcess {
  /**
   * The exit code, or null if a signal ended the process. Never rejects: a process that could not start has ended with
   * -1.
   */
  readonly ended: Promise<number | null>;
  /** Asks the process and its children to end, and ends them if they do not. */
  stop(): Promise<void>;
}

const patienceMs = 5000;

/**
 * Starts a process in a separate group, so that stopping reaches its children, and Ctrl-C reaches only this process.
 */
export function startProcess(command: string, args: readonly string[], options: StartOptions): StartedProcess {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const fd = openSync(options.logFile, 'a', 0o600);
  fchmodSync(fd, 0o600);
  const log = createWriteStream(options.logFile, { fd });
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    const { onLine } = options;
    if (onLine) createInterface(stream).on('line', onLine);
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      log.end(`${error.message}\n`);
      resolve(-1);
    });
    child.once('exit', (code) => {
      log.end();
      resolve(code);
    });
  });
  return { ended, stop: () => stopGroup(child.pid, ended) };
}

async function stopGroup(pid: number | undefined, ended: Promise<unknown>): Promise<void> {
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return;
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
  signalGroup(pid, 'SIGKILL');
}

/** Sends a signal to the group. Returns false if none of its processes is left. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
