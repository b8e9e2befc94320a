import * as vscode from 'vscode';
import type { createCommandHandlers } from './commands/index.ts';
import { commands } from './ids.ts';
import type { Services } from './services.ts';

/** Registers every command. Their handlers are loaded when the first command runs. */
export function registerCommands(
  loadCommands: () => Promise<{ readonly createCommandHandlers: typeof createCommandHandlers }>,
  services: Services,
): vscode.Disposable {
  const load = async () => {
    try {
      return (await loadCommands()).createCommandHandlers(services);
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
