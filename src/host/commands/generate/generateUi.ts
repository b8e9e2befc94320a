import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Confirmation, Log, UnchangedAnswer, UnchangedQuestion } from '../../../engine.ts';
import { l10n } from '../../l10n.ts';
import { ask, showMessage } from '../../message.ts';
import type { Words } from './describeFiles.ts';
import { buildConfirmDialog, buildUnchangedDialog, type Dialog } from './generateQuestions.ts';

/** Asks what to do about requests whose result or open task exists. Nothing has been sent yet. */
export async function askUnchanged(question: UnchangedQuestion): Promise<UnchangedAnswer> {
  return (await askDialog(buildUnchangedDialog(question, words()))) ?? 'cancel';
}

/** Asks for all that a press has to confirm. */
export async function askToConfirm(confirmation: Confirmation): Promise<boolean> {
  return (await askDialog(buildConfirmDialog(confirmation, words()))) ?? false;
}

const words = (): Words => ({ l10n, locale: vscode.env.language });

/** Undefined when the user cancels. */
async function askDialog<Answer>({ kind, text, details, buttons }: Dialog<Answer>): Promise<Answer | undefined> {
  const selected = await ask({ kind, text, details, buttons: buttons.map(({ title }) => title) });
  return buttons.find(({ title }) => title === selected)?.answer;
}

/** Shows broken job files and where they are broken. The toast keeps to the one line that it has without a button. */
export async function showProblems(
  jobFiles: readonly { path: string; errors: number }[],
  log: Pick<Log, 'error'>,
): Promise<void> {
  for (const { path } of jobFiles) await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  const [first] = jobFiles;
  if (!first) return;
  const errors = jobFiles.reduce((sum, file) => sum + file.errors, 0);
  const name = basename(first.path);
  const text =
    jobFiles.length > 1
      ? l10n.t('Nothing was sent: {count} job files have errors.', { count: jobFiles.length })
      : errors === 1
        ? l10n.t('Nothing was sent: {name} has an error.', { name })
        : l10n.t('Nothing was sent: {name} has {errors} errors.', { name, errors });
  showMessage('error', { text }, log);
}
