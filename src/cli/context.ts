import { resolve } from 'node:path';
import type { ExitCode } from './exitCode.ts';
import { createOutput, type Output, type OutputOptions } from './output.ts';
import type { Terminal } from './terminal.ts';

/** What every command needs. */
export interface Context {
  readonly terminal: Terminal;
  readonly output: Output;
  /** Absolute path of the folder that paths are relative to. */
  readonly cwd: string;
  /** Absolute path. Undefined for the folder of the user. */
  readonly stateDir: string | undefined;
  /** The user vouches for the files in the state folder, whoever has put them there. */
  readonly isStateTrusted: boolean;
  /** Whether a person can answer. */
  readonly isInteractive: boolean;
  readonly version: string;
}

/** What a command has found. The document is printed with `--json`, with the exit code in it. */
export interface Outcome {
  readonly exitCode: ExitCode;
  readonly document: object;
}

/** The options that every command has, as they are written. */
export interface GlobalOptions {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly directory?: string;
  readonly state?: string;
  readonly trustState?: boolean;
  readonly color?: OutputOptions['color'];
  readonly json?: boolean;
  /** `--json=events` */
  readonly events?: boolean;
}

export function createContext(options: GlobalOptions, terminal: Terminal, version: string): Context {
  const { color = 'auto', directory = '.', quiet = false, verbose = false, state } = options;
  const format = options.events === true ? 'events' : options.json === true ? 'json' : 'text';
  const cwd = resolve(terminal.cwd, directory);
  return {
    terminal,
    output: createOutput(terminal, { format, color, isQuiet: quiet, isVerbose: verbose }),
    cwd,
    stateDir: state === undefined ? undefined : resolve(cwd, state),
    isStateTrusted: options.trustState === true,
    isInteractive: format === 'text' && terminal.stdin.isTTY === true && terminal.stderr.isTTY === true,
    version,
  };
}
