/** How a command has ended. Scripts rely on the numbers. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** Problems in files. Nothing was sent. */
  problems: 2,
  /** Unconfirmed or unsaved: a person has to look. */
  attention: 3,
  /** Stopped by a budget or the quota. */
  budget: 4,
  /** No key, or it was refused. */
  key: 5,
  usage: 64,
  internal: 70,
  /** Out of reach, and nothing is unclear: the same command may be tried again. */
  unreachable: 75,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The highest need first. */
const needs: readonly ExitCode[] = [
  exitCodes.attention,
  exitCodes.internal,
  exitCodes.usage,
  exitCodes.key,
  exitCodes.budget,
  exitCodes.failed,
  exitCodes.unreachable,
];

/** Returns the code of the outcome that needs the user most. */
export function worstOf(codes: Iterable<ExitCode>): ExitCode {
  const found = new Set(codes);
  return needs.find((code) => found.has(code)) ?? exitCodes.done;
}

/** Ends a command with a message for the user. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(exitCodes.usage, message);
}
