import { makeInert } from '../../core/support/inertText.ts';
import type { MessageAction } from '../message.ts';

/** Something a person can mend: the wrapper shows the message with its buttons, and the command answers nothing. */
export class UserFault extends Error {
  readonly actions: readonly MessageAction[];

  constructor(message: string, actions: readonly MessageAction[] = []) {
    super(message);
    this.name = 'UserFault';
    this.actions = actions;
  }
}

/**
 * A command called with arguments that do not work. The caller, which is a program, gets the rejection; where a menu or a
 * key is the caller, VS Code shows the message itself, so it is inert.
 */
export class CallFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(makeInert(message), options);
    this.name = 'CallFault';
  }
}

/** For work that a program has called: whatever it rejects with, aborts too, becomes a `CallFault` with the same reason. */
export async function rejectAsCall<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallFault) throw error;
    throw new CallFault(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Nothing to say: the person changed their mind or the window closes. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'Canceled');
}
