import * as vscode from 'vscode';
import { commands } from './ids.ts';
import type { Parts } from './parts.ts';
import type { Services } from './services.ts';

/** Registers every command; what they do is loaded with the first one that runs. */
export function registerCommands(parts: Pick<Parts, 'commands'>, services: Services): vscode.Disposable {
  const load = async () => {
    try {
      return (await parts.commands()).createCommandHandlers(services);
    } catch (error) {
      // The next command tries again.
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
