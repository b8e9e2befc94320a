import { makeInert } from '../../core/support/text/makeInert.ts';
import type { MessageAction, MessageKind } from '../ui/message.ts';

/**
 * Why a command did nothing, for the user to fix. The wrapper shows the message with its buttons, and the command
 * returns nothing.
 */
export class UserError extends Error {
  readonly actions: readonly MessageAction[];
  /** `information` if nothing is wrong. */
  readonly kind: MessageKind;

  constructor(message: string, actions: readonly MessageAction[] = [], kind: MessageKind = 'error') {
    super(message);
    this.name = 'UserError';
    this.actions = actions;
    this.kind = kind;
  }
}

/**
 * A command was called with unusable arguments. A program that calls it gets the rejection. For a menu or a key, VS
 * Code shows the message itself, so the message is inert.
 */
export class CallError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(makeInert(message), options);
    this.name = 'CallError';
  }
}

/** Turns each rejection of work that a program has called, aborts included, into a `CallError` with the same reason. */
export async function rejectAsCall<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
