import { posix } from 'node:path';
import * as vscode from 'vscode';
import { notJobFileMessages } from '../../../core/jobFile/recognize/findNotJobFile.ts';
import { commands, settings } from '../../ids.ts';
import type { NotJobFileHere } from '../../jobFiles/filesOnDisk.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { pick } from '../../ui/pick.ts';
import { UserError } from '../errors.ts';

/** A sentence that says why a document is not a job file. */
export function describeNotJobFile(uri: vscode.Uri, reason: NotJobFileHere): string {
  const name = posix.basename(uri.path);
  switch (reason) {
    case 'scheme':
      return l10n.t('"{name}" is not a job file, because it is not on disk.', { name });
    case 'excluded':
      return l10n.t('"{name}" is not a job file, because the setting "{setting}" excludes it.', {
        name,
        setting: `genwright.${settings.filesExclude}`,
      });
    default:
      return l10n.t(notJobFileMessages[reason], { name });
  }
}

/** Throws a `UserError` that says why the file is not a job file. */
export async function requireJobFile(uri: vscode.Uri, jobFiles: JobFiles): Promise<void> {
  const reason = await jobFiles.check(uri);
  if (reason !== null) throw new UserError(describeNotJobFile(uri, reason));
}

/**
 * The active editor, if it shows a job file. Undefined for another document. Throws a `UserError` that says why, if the
 * document only has the name of a job file.
 */
function readActiveEditor(jobFiles: JobFiles): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  const reason = editor ? jobFiles.whyNot(editor.document) : 'name';
  if (!editor || reason === 'name' || reason === 'scheme') return undefined;
  if (reason === null) return editor;
  throw new UserError(describeNotJobFile(editor.document.uri, reason));
}

/** The same; throws a `UserError` for another document as well. */
export function requireActiveEditor(jobFiles: JobFiles): vscode.TextEditor {
  const editor = readActiveEditor(jobFiles);
  if (editor) return editor;
  throw new UserError(l10n.t('Open a job file (*.gen.yaml) first.'));
}

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
