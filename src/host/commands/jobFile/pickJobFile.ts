import * as vscode from 'vscode';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { pick } from '../../ui/pick.ts';
import { UserError } from '../errors.ts';
import { readActiveEditor } from './requireJobFile.ts';

/** Returns the job file that the user means by a command without a target. `title` names the command. */
export async function pickJobFile(jobFiles: JobFiles, title: string): Promise<vscode.Uri | undefined> {
  const active = readActiveEditor(jobFiles);
  if (active) return active.document.uri;
  const found = await jobFiles.find();
  if (found.length === 0) {
    const newJobFile = { title: l10n.t('New Job File'), command: commands.newJobFile };
    throw new UserError(l10n.t('There is no job file here yet.'), [newJobFile], 'information');
  }
  // A user who has just looked at the preview means the file beside it.
  const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
  const rankOf = (uri: vscode.Uri): number => (visible.has(uri.toString()) ? 0 : 1);
  const items = found
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
    .sort((one, other) => rankOf(one.uri) - rankOf(other.uri) || byLabel(one, other));
  return (await pick(items, { title, placeHolder: l10n.t('Which job file?') }))?.uri;
}

/** Compares labels in the order of the user's language. */
function byLabel(one: { readonly label: string }, other: { readonly label: string }): number {
  return one.label.localeCompare(other.label);
}
