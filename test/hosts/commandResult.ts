import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number;
  /** Both outputs as they came. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** Runs a command to its end. A command that can not start has the code -1 and says why in `output`. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const collect = (): string => Buffer.concat(chunks).toString();
    child.once('error', (error) => resolve({ code: -1, output: `${collect()}${error.message}\n` }));
    child.once('close', (code) => resolve({ code: code ?? -1, output: collect() }));
  });
}
