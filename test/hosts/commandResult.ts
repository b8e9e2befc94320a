import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';

export interface CommandResult {
  readonly code: number;
  /** Both outputs, in the order in which they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  /** `low` lets all other processes compute first. */
  readonly priority?: 'normal' | 'low';
}

/** Runs a command to its end. A command that cannot start has the code -1 and says why in `output`. */
export function runCommand(
  command: string,
  args: readonly string[],
  { priority = 'normal', ...options }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (priority === 'low') giveWay(child);
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const collect = (): string => Buffer.concat(chunks).toString();
    child.once('error', (error) => resolve({ code: -1, output: `${collect()}${error.message}\n` }));
    child.once('close', (code) => resolve({ code: code ?? -1, output: collect() }));
  });
}

/** Like `nice`, for the process and all that it starts. */
const lowPriority = 5;

function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, lowPriority);
  } catch {
    // The process has ended already, or this machine has no priorities.
  }
}
