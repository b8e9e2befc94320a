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

const signals = ['SIGINT', 'SIGTERM'] as const;

export type Interrupt = (typeof signals)[number];

export type TerminalStream = Writable & { readonly isTTY?: boolean; readonly rows?: number };

export function processTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  // `genwright models | head -1`: a reader that has left ends nothing, because what is being made is saved.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    cwd: process.cwd(),
    env,
    stdin,
    stdout,
    stderr,
    onInterrupt(listener) {
      for (const signal of signals) process.on(signal, listener);
      return () => signals.forEach((signal) => process.off(signal, listener));
    },
  };
}
