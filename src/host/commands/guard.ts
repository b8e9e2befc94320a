import { commands, type CommandId } from '../ids.ts';
import { CallFault, isAbort } from './fault.ts';
import { nothing } from './generate/generateCall.ts';
import type { CommandHandler } from './handlers.ts';

/** Where faults go. */
export interface GuardPorts {
  /** Tells the person, and the log where it is a defect. */
  report(id: CommandId, error: unknown): void;
  /** For the log alone: the caller hears the reason. */
  note(id: CommandId, error: unknown): void;
}

/**
 * The one place where commands end. Aborts are silent, what a person can mend is shown with its remedy, a wrong call is
 * handed back to the program that made it, and anything else is a defect: its stack goes to the log.
 */
export function guardHandler(id: CommandId, run: CommandHandler, ports: GuardPorts): CommandHandler {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      if (error instanceof CallFault) {
        if (error.cause !== undefined) ports.note(id, error.cause);
        throw error;
      }
      if (!isAbort(error)) ports.report(id, error);
      return id === commands.generate ? nothing : undefined;
    }
  };
}
