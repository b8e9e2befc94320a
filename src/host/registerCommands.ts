import * as vscode from 'vscode';
import { commands } from './ids.ts';
import type { Parts } from './parts.ts';
import type { Services } from './services.ts';

/** Registers every command. Their handlers are loaded when the first command runs. */
export function registerCommands(parts: Pick<Parts, 'commands'>, services: Services): vscode.Disposable {
  const load = async () => {
    try {
      return (await parts.commands()).createCommandHandlers(services);
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
