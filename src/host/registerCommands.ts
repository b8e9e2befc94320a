import * as vscode from 'vscode';
import type { CommandHandlers } from './commands/index.ts';
import { commands } from './ids.ts';

/** Registers every command. Their handlers are loaded when the first command runs. */
export function registerCommands(loadHandlers: () => Promise<CommandHandlers>): vscode.Disposable {
  let handlers: Promise<CommandHandlers> | undefined;
  const load = (): Promise<CommandHandlers> =>
    (handlers ??= loadHandlers().catch((error: unknown) => {
      // The next command tries to load again.
      handlers = undefined;
      throw error;
    }));
  const registered = Object.values(commands).map((id) =>
    vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => (await load())[id](...args)),
  );
  return vscode.Disposable.from(...registered);
}
