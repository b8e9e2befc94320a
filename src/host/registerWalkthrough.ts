import * as vscode from 'vscode';
import type { EngineHost } from './adapters/engineHost.ts';
import { contexts } from './ids.ts';

/** Sets the context key that completes the steps of the walkthrough which are about a result. */
export function registerWalkthrough({ onDidChangeTask }: Pick<EngineHost, 'onDidChangeTask'>): vscode.Disposable {
  const listener = onDidChangeTask(({ state }) => {
    if (state !== 'saved') return;
    listener.dispose();
    void vscode.commands.executeCommand('setContext', contexts.hasResult, true);
  });
  return listener;
}
