import * as vscode from 'vscode';
import type { Log } from '../../engine/index.ts';

/** The output channel "Genwright". */
export interface LogChannel extends Log, vscode.Disposable {
  show(): void;
}

/**
 * VS Code gets the channel with its first line, or when it is shown, because most windows log nothing. `redact` is applied
 * here again, so that no caller can forget it.
 */
export function createLogChannel(redact: (text: string) => string): LogChannel {
  let opened: vscode.LogOutputChannel | undefined;
  const channel = (): vscode.LogOutputChannel =>
    (opened ??= vscode.window.createOutputChannel('Genwright', { log: true }));
  return {
    info: (message) => channel().info(redact(message)),
    warn: (message) => channel().warn(redact(message)),
    error: (message) => channel().error(redact(message)),
    show: () => channel().show(true),
    dispose: () => opened?.dispose(),
  };
}
