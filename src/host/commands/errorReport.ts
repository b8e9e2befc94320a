import type { Log } from '../../engine/index.ts';
import { commands } from '../ids.ts';
import { l10n } from '../l10n.ts';
import { showMessage } from '../message.ts';
import { UserError } from './errors.ts';
import type { GuardPorts } from './guard.ts';

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
