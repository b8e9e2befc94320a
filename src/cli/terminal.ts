import type { Readable, Writable } from 'node:stream';

/** The process as a command sees it. */
export interface Terminal {
  /** Absolute path. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: TerminalStream;
  readonly stderr: TerminalStream;
  /** Calls the listener each time the user or the system asks the process to end. Returns what ends that. */
  onInterrupt(listener: (signal: Interrupt) => void): () => void;
}

export type Interrupt = 'SIGINT' | 'SIGTERM';

export type TerminalStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export function createTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  return {
    cwd: process.cwd(),
    env,
    stdin,
    stdout,
    stderr,
    onInterrupt(listener) {
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener);
        process.off('SIGTERM', listener);
      };
    },
  };
}
