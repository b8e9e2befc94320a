import * as vscode from 'vscode';
import type { Log } from '../../engine/index.ts';

/** The output channel "Genwright". */
export interface LogChannel extends Log, vscode.Disposable {
  show(): void;
}

/** `redact` is applied here again, so that no caller can forget it. */
export function createLogChannel(redact: (text: string) => string): LogChannel {
  const channel = vscode.window.createOutputChannel('Genwright', { log: true });
  return {
    info: (message) => channel.info(redact(message)),
    warn: (message) => channel.warn(redact(message)),
    error: (message) => channel.error(redact(message)),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}
