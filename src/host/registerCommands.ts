import * as vscode from 'vscode';
import type { CommandHandlers } from './commands/index.ts';
import { commands } from './ids.ts';

/** Registers every command. Their handlers are loaded when the first command runs. */
export function registerCommands(loadHandlers: () => Promise<CommandHandlers>): vscode.Disposable {
  const load = async () => {
    try {
      return await loadHandlers();
    } catch (error) {
      // The next command tries to load again.
      handlers = undefined;
      throw error;
    }
  };
  let handlers: ReturnType<typeof load> | undefined;
  const registered = Object.values(commands).map((id) =>
    vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
      handlers ??= load();
      return (await handlers)[id](...args);
    }),
  );
  return vscode.Disposable.from(...registered);
}
