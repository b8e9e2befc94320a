import type { Log } from '../../engine/index.ts';
import { commands, type CommandId } from '../ids.ts';
import { isAbort } from '../isAbort.ts';
import { l10n } from '../ui/l10n.ts';
import { showMessage } from '../ui/message.ts';
import { CallError, UserError } from './errors.ts';
import { nothing } from './generate/generateCall.ts';
import type { CommandHandler } from './handlers.ts';

/** Where errors of commands are reported. */
interface GuardPorts {
  /** Shows the error to the user, and also writes it to the log if it is a defect. */
  report(id: CommandId, error: unknown): void;
  /** Writes the error only to the log, because the caller receives the reason. */
  note(id: CommandId, error: unknown): void;
}

/**
 * Ends every command. Aborts are silent, an error that the user can fix is shown with its remedy, and a wrong call is
 * rejected to the program that made it, or shown if the caller is the Explorer. Anything else is a defect, whose stack
 * is written to the log.
 */
export function guardHandler(id: CommandId, run: CommandHandler, ports: GuardPorts): CommandHandler {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      if (error instanceof CallError && !isFromExplorer(args)) {
        if (error.cause !== undefined) ports.note(id, error.cause);
        throw error;
      }
      const reason = error instanceof CallError ? (error.cause ?? new UserError(error.message, [], 'warning')) : error;
      if (!isAbort(reason)) ports.report(id, reason);
      return id === commands.generate ? nothing : undefined;
    }
  };
}

/**
 * Returns whether the menu of the Explorer made the call: it passes the file, and the list of the selected files with
 * it. VS Code shows the user why a command of another menu, of a key or of the palette was rejected, but not for this
 * menu.
 */
function isFromExplorer([file, selected]: readonly unknown[]): boolean {
  return Array.isArray(selected) && selected.some((each) => String(each) === String(file));
}

/** Shows the user a sentence and writes the stack to the log. */
export function createErrorReport(log: Log): GuardPorts {
  const note: GuardPorts['note'] = (id, error) =>
    log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return {
    note,
    report(id, error) {
      if (error instanceof UserError) {
        showMessage(error.kind, { text: error.message, actions: error.actions }, log);
        return;
      }
      note(id, error);
      const reason = error instanceof Error ? error.message : String(error);
      const text = l10n.t('Genwright could not finish this: {reason}', { reason });
      const showLog = { title: l10n.t('Show Log'), command: commands.showLog };
      showMessage('error', { text, actions: [showLog] }, log);
    },
  };
}
