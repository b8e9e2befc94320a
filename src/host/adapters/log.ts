import * as vscode from 'vscode';
import type { Log } from '../../engine/index.ts';

/** The output channel "Genwright". */
export interface LogChannel extends Log, vscode.Disposable {
  show(): void;
}

/** VS Code gets the channel when it is needed, because most windows log nothing. Each line is redacted once more. */
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
