import type * as vscode from 'vscode';
import { messageOf, redact } from './core/support/text/redact.ts';
import type * as Extension from './extension.ts';
import { createLogChannel, type LogChannel } from './host/adapters/log.ts';
import { registerCommands } from './host/registerCommands.ts';
import { createTurns } from './host/turns.ts';
import { l10n } from './host/ui/l10n.ts';
import { showMessage } from './host/ui/message.ts';

let extension: typeof Extension | undefined;

/**
 * Every window loads this file, and VS Code waits for it, so it only registers the commands. All else follows in short
 * turns, or with the first command.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLogChannel(redact);
  async function* open(): AsyncGenerator<void, Extension.Window> {
    extension = await import('./extension.ts');
    yield;
    return yield* extension.openWindow(context, log);
  }
  const opening = createTurns(open(), (error) => report(error, log));
  const commands = registerCommands(async () => (await opening.hurry()).loadHandlers());
  context.subscriptions.push(commands, opening);
}

export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

/** Without an error in `activate`, VS Code does not tell the user. */
function report(error: unknown, log: LogChannel): void {
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const reason = messageOf(error);
  const text = l10n.t('Internal error in Genwright: {reason}. See the log for details.', { reason });
  showMessage('error', { text }, log);
}
