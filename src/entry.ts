import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as vscode from 'vscode';
import { messageOf, redact } from './core/support/text/redact.ts';
import type * as Extension from './extension.ts';
import { createLogChannel, type LogChannel } from './host/adapters/log.ts';
import { l10n } from './host/ui/l10n.ts';
import { showMessage } from './host/ui/message.ts';
import { createPartLoader } from './host/parts/partLoader.ts';
import { registerCommands } from './host/registerCommands.ts';
import { createTurns } from './host/turns.ts';

let extension: typeof Extension | undefined;

/**
 * Every window loads this file. It loads all other parts by `createPartLoader`, which is quicker than VS Code. VS Code
 * waits for the activation, so only the commands are registered in it. All else follows in short turns, or with the first
 * command.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLogChannel(redact);
  const parts = createPartLoader({
    // The path by which VS Code knows the extension may be a link, which `require` follows, so the folder is that of
    // this file.
    folder: dirname(fileURLToPath(import.meta.url)),
    codeFolder: join(context.globalStorageUri.fsPath, 'code'),
  });
  function* open(): Generator<void, Extension.Window> {
    extension = parts.load('./extension.cjs') as typeof Extension;
    yield;
    return yield* extension.openWindow(context, log);
  }
  const opening = createTurns(open(), (error) => report(error, log));
  const commands = registerCommands(async () => (await opening.hurry()).loadHandlers());
  context.subscriptions.push(commands, opening, parts);
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
