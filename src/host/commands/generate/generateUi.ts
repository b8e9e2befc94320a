import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Earlier } from '../../../engine.ts';
import type { Task } from '../../../core/task/task.ts';
import { formatAmount } from '../../format.ts';
import type { RunQuestion, UnchangedAnswer, UnchangedQuestion } from './generatePorts.ts';
import { describeEstimate, sumEstimates } from './runEstimate.ts';

/** Asks what to do about requests that were made before. Nothing has been sent yet. */
export async function askUnchanged({ unchanged, missing }: UnchangedQuestion): Promise<UnchangedAnswer> {
  const [first] = unchanged;
  if (!first) return 'all';
  const count = unchanged.length + missing.length;
  const again = count > 1 ? vscode.l10n.t('Generate All {count}', { count }) : vscode.l10n.t('Generate Another');
  const onlyMissing = vscode.l10n.t('Generate the Missing {count}', { count: missing.length });
  const show = first.earlier.kind === 'running' ? vscode.l10n.t('Show Task') : vscode.l10n.t('Show It');
  const choices = missing.length > 0 ? [onlyMissing, again] : unchanged.length > 1 ? [again] : [again, show];
  const answer = await vscode.window.showInformationMessage(
    titleOf(unchanged, missing.length),
    { modal: true, detail: [detailOf(unchanged), estimateOf({ unchanged, missing })].join('\n') },
    ...choices,
  );
  if (answer === again) return 'all';
  if (answer === onlyMissing) return 'missing';
  return answer === show ? 'show' : 'cancel';
}

/** Names the file and its cost where there is one thing to name, else counts. */
function titleOf(unchanged: UnchangedQuestion['unchanged'], missing: number): string {
  const [first] = unchanged;
  if (unchanged.length === 1 && missing === 0 && first) {
    if (first.earlier.kind === 'running') return describeTask(first.earlier.task);
    return vscode.l10n.t('Nothing changed since {artifact}.', { artifact: describeRecord(first.earlier) });
  }
  const count = unchanged.length;
  const total = count + missing;
  if (missing === 0)
    return vscode.l10n.t('Nothing changed: all {count} results are already there or running.', { count });
  return vscode.l10n.t('{count} of {total} are already there or running.', { count, total });
}

/** Where the task is that the same request has already. */
function describeTask({ state }: Task): string {
  switch (state) {
    case 'unsaved':
      return vscode.l10n.t('This was generated already, and its result waits to be saved.');
    case 'unconfirmed':
      return vscode.l10n.t('This was sent already, and may have been charged.');
    case 'stopped':
      return vscode.l10n.t('This was sent already. Resume its task to get the result.');
    default:
      return vscode.l10n.t('This is already running.');
  }
}

/** What another press would mean. */
function detailOf(unchanged: UnchangedQuestion['unchanged']): string {
  return unchanged.every(({ earlier }) => earlier.kind === 'running')
    ? vscode.l10n.t('Generating it once more is charged once more.')
    : vscode.l10n.t('What is there stays as it is: a new result gets the next free name.');
}

/** Of what the first button makes. */
function estimateOf({ unchanged, missing }: UnchangedQuestion): string {
  return describeEstimate(sumEstimates(missing.length > 0 ? missing : unchanged), vscode.l10n);
}

/** `hero-3.png, $0.04` */
function describeRecord(earlier: Earlier & { readonly kind: 'saved' }): string {
  const { artifacts, amount_usd: amount, at } = earlier.record;
  const [artifact] = artifacts;
  const name = artifact ? basename(artifact.path) : new Date(at).toLocaleString();
  return amount === null ? name : `${name}, ${formatAmount(amount)}`;
}

/** One confirmation for a run of several requests, or of a dear one. */
export async function confirmRun({ count, gateways, estimate }: RunQuestion): Promise<boolean> {
  const go = vscode.l10n.t('Generate');
  const profile = gateways.map((gateway) => gateway.profile).join(', ');
  const detail = describeEstimate(estimate, vscode.l10n);
  const question =
    count === 1
      ? vscode.l10n.t('Generate one result with {profile}?', { profile })
      : vscode.l10n.t('Generate {count} results with {profile}?', { count, profile });
  return (await vscode.window.showInformationMessage(question, { modal: true, detail }, go)) === go;
}

/** Shows broken job files and where they are broken. The toast keeps to the one line that it has without a button. */
export async function showProblems(jobFiles: readonly { path: string; errors: number }[]): Promise<void> {
  for (const { path } of jobFiles) await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  await vscode.commands.executeCommand('workbench.actions.view.problems');
  const [first] = jobFiles;
  if (!first) return;
  const errors = jobFiles.reduce((sum, file) => sum + file.errors, 0);
  const name = basename(first.path);
  const text =
    jobFiles.length > 1
      ? vscode.l10n.t('Nothing was sent: {count} job files have errors.', { count: jobFiles.length })
      : errors === 1
        ? vscode.l10n.t('Nothing was sent: {name} has an error.', { name })
        : vscode.l10n.t('Nothing was sent: {name} has {errors} errors.', { name, errors });
  void vscode.window.showErrorMessage(text);
}
