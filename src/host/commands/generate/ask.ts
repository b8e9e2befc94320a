import * as vscode from 'vscode';
import type { Confirmation, UnchangedChoice, UnchangedQuestion } from '../../../engine/index.ts';
import { l10n } from '../../l10n.ts';
import { ask } from '../../message.ts';
import type { Words } from './describeFiles.ts';
import { buildConfirmDialog, buildUnchangedDialog, type Dialog } from './dialog.ts';

/** Asks what to do about requests whose result or open task exists. Nothing has been sent yet. */
export async function askUnchanged(question: UnchangedQuestion): Promise<UnchangedChoice> {
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
