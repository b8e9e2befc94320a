import * as vscode from 'vscode';
import type { Log } from '../engine.ts';
import type { CommandId } from './ids.ts';
import { runInBackground } from './runInBackground.ts';

/** A button under a message. */
export interface MessageAction {
  readonly title: string;
  readonly command: CommandId | `workbench.${string}`;
  readonly args?: readonly unknown[];
}

export interface Message {
  readonly text: string;
  readonly actions?: readonly MessageAction[];
}

/** How serious it is; VS Code picks icon and colour. */
export type MessageKind = 'information' | 'warning' | 'error';

/** Shows a toast and runs the command of the button that is pressed. Nobody has to wait for it: faults go to the log. */
export function showMessage(kind: MessageKind, { text, actions = [] }: Message, log: Pick<Log, 'error'>): void {
  const show = {
    information: vscode.window.showInformationMessage,
    warning: vscode.window.showWarningMessage,
    error: vscode.window.showErrorMessage,
  }[kind];
  const pressed = async (): Promise<void> => {
    const item = await show<MessageItem>(text, ...actions.map((action) => ({ title: action.title, action })));
    if (item) await vscode.commands.executeCommand(item.action.command, ...(item.action.args ?? []));
  };
  runInBackground(pressed(), log);
}

/** Carries the action through the answer of the toast. */
interface MessageItem extends vscode.MessageItem {
  readonly action: MessageAction;
}
