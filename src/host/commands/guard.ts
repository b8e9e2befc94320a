import type { Log } from '../../engine/index.ts';
import { commands, needsTrust, type CommandId } from '../ids.ts';
import { isAbort } from '../runInBackground.ts';
import { l10n } from '../ui/l10n.ts';
import { showMessage } from '../ui/message.ts';
import { CallError, UserError } from './errors.ts';
import { nothing } from './generate/generateCall.ts';
import { requireTrust } from './trust.ts';

/** Runs a command. The arguments come from its caller and may be anything. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;

/**
 * Begins and ends every command. In Restricted Mode, a command that needs trust does not begin. Aborts are silent, an
 * error that the user can fix is shown with its remedy, and a wrong call is rejected to the program that made it, or
 * shown if the caller is the Explorer. Anything else is a defect, whose stack is written to the log.
 */
export function guardHandler(id: CommandId, run: CommandHandler, log: Log): CommandHandler {
  return async (...args) => {
    try {
      if (needsTrust.has(id)) requireTrust();
      return await run(...args);
    } catch (error) {
      if (error instanceof CallError && !isFromExplorer(args)) {
        // The caller receives the reason.
        if (error.cause !== undefined) logError(id, error.cause, log);
        throw error;
      }
      const reason = error instanceof CallError ? (error.cause ?? new UserError(error.message, [], 'warning')) : error;
      if (!isAbort(reason)) report(id, reason, log);
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

/** Shows the user a sentence. A defect is also written to the log. */
function report(id: CommandId, error: unknown, log: Log): void {
  if (error instanceof UserError) return showMessage(error.kind, { text: error.message, actions: error.actions }, log);
  logError(id, error, log);
  const reason = error instanceof Error ? error.message : String(error);
  const text = l10n.t('Genwright could not finish this: {reason}', { reason });
  const showLog = { title: l10n.t('Show Log'), command: commands.showLog };
  showMessage('error', { text, actions: [showLog] }, log);
}

function logError(id: CommandId, error: unknown, log: Log): void {
  log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
