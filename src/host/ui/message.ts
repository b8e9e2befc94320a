import * as vscode from 'vscode';
import { makeInert } from '../../core/support/text/makeInert.ts';
import type { Log } from '../../engine/index.ts';
import type { CommandId } from '../ids.ts';
import { runInBackground } from '../runInBackground.ts';
import { l10n } from './l10n.ts';

// The only module that shows notifications, dialogs and progress. VS Code opens links in their text with commands
// allowed.

/** A button of a notification. */
export interface MessageAction {
  readonly title: string;
  readonly command: CommandId | `workbench.${string}`;
  readonly args?: readonly unknown[];
}

export interface Message {
  readonly text: string;
  readonly actions?: readonly MessageAction[];
}

/** Severity of the message. VS Code selects icon and color. */
export type MessageKind = 'information' | 'warning' | 'error';

/** The button that opens the Problems view. It does not open unasked, because it takes space from the preview. */
export function listProblems(): MessageAction {
  return { title: l10n.t('Show Problems'), command: 'workbench.actions.view.problems' };
}

/** Shows a notification and runs the command of the button that the user selects. Does not wait; errors are logged. */
export function showMessage(kind: MessageKind, { text, actions = [] }: Message, log: Log): void {
  const show = async (): Promise<void> => {
    const titles = actions.map(({ title }) => title);
    const selected = await offer(kind, { text, buttons: titles }, log);
    const action = actions.find(({ title }) => title === selected);
    if (action) await runAction(action);
  };
  runInBackground(show(), log);
}

/**
 * Runs the command of a button. Most settings of Genwright belong to the machine, so a remote window opens the settings
 * page of the remote machine.
 */
export async function runAction({ command, args = [] }: MessageAction): Promise<void> {
  const isRemoteSetting = command === 'workbench.action.openSettings' && vscode.env.remoteName !== undefined;
  if (isRemoteSetting) await vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query: args[0] });
  else await vscode.commands.executeCommand(command, ...args);
}

/** Shows a notification. Resolves to the title of the selected button, or to undefined if the user closes it. */
export async function offer(
  kind: MessageKind,
  { text, buttons }: { readonly text: string; readonly buttons: readonly string[] },
  log: Log,
): Promise<string | undefined> {
  return showOf(kind)(ensureInert(text, log), {}, ...buttons);
}

/** A dialog that waits for the user. VS Code adds Cancel. */
interface Question {
  readonly kind?: MessageKind;
  readonly text: string;
  /** Lines below the text. Empty ones are left out. */
  readonly details?: readonly string[];
  readonly buttons: readonly string[];
}

/** Shows a dialog. Resolves to the title of the selected button, or to undefined if the user cancels. */
export async function ask(question: Question): Promise<string | undefined> {
  const { kind = 'information', text, details = [], buttons } = question;
  const detail = details.filter(Boolean).map(makeInert).join('\n');
  return showOf(kind)(makeInert(text), { modal: true, detail }, ...buttons);
}

/** Asks for agreement. Returns whether the user selects the button `go`. */
export async function confirm(asked: Omit<Question, 'buttons'> & { readonly go: string }): Promise<boolean> {
  const { go, ...question } = asked;
  return (await ask({ kind: 'warning', ...question, buttons: [go] })) === go;
}

/** Shows a notification with Cancel while the work runs. Cancel aborts the signal. */
export async function withProgress<T>(title: string, run: (signal: AbortSignal) => Promise<T>, log: Log): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: ensureInert(title, log), cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return run(abort.signal);
  });
}

export async function withViewProgress<T>(viewId: string, run: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, run);
}

/** Shows a line in the status bar for a few seconds. */
export function showBriefly(text: string): void {
  vscode.window.setStatusBarMessage(makeInert(text), briefMs);
}

const briefMs = 5_000;

/** Sentences of `l10n` are inert; the log names a message that was put together from anything else. */
function ensureInert(text: string, log: Log): string {
  const inert = makeInert(text);
  if (inert !== text) log.error(`A message was not inert: ${inert}`);
  return inert;
}

type Show = (text: string, options: vscode.MessageOptions, ...buttons: string[]) => Thenable<string | undefined>;

function showOf(kind: MessageKind): Show {
  const { showInformationMessage: information, showWarningMessage: warning, showErrorMessage: error } = vscode.window;
  return { information, warning, error }[kind];
}
