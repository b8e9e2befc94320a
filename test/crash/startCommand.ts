import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TaskResult } from '../../src/engine/index.ts';
import { rootDir } from '../hosts/paths.ts';
import type { KillPoint } from './ioSteps.ts';

/** How a command has ended. `exitCode` is null if it was killed, and then there is no document. */
export interface EndedCommand {
  readonly exitCode: number | null;
  readonly document: {
    readonly doubtful?: readonly string[];
    readonly statuses?: Readonly<Record<string, number>>;
    readonly tasks?: readonly TaskResult[];
  };
  readonly errors: string;
}

interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The step on files and sockets at which the command is killed. */
  readonly killPoint?: KillPoint | null;
}

/** Starts the command line, as it is in the sources, in a process of its own. */
export function startCommand(args: readonly string[], { cwd, env, killPoint = null }: CommandOptions) {
  const preload = pathToFileURL(join(import.meta.dirname, 'killCommand.ts')).href;
  const flags = killPoint ? ['--import', preload] : [];
  const child = spawn(process.execPath, [...flags, join(rootDir, 'src/cli/main.ts'), '--json', ...args], {
    cwd,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'genwright-commands'),
      GENWRIGHT_KILL_POINT: JSON.stringify(killPoint),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (texts.errors += text));
  const ended = new Promise<EndedCommand>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      const document = JSON.parse(exitCode === null ? '{}' : texts.out || '{}') as EndedCommand['document'];
      resolve({ exitCode, document, errors: texts.errors });
    });
  });
  return { child, ended };
}
