import { isAbsolute, posix } from 'node:path';
import * as vscode from 'vscode';
import { notJobFileMessages } from '../../../core/jobFile/recognize/findNotJobFile.ts';
import { commands, settings } from '../../ids.ts';
import type { NotJobFileHere } from '../../jobFiles/filesOnDisk.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { pick } from '../../ui/pick.ts';
import { CallError, UserError } from '../errors.ts';

/** A sentence that says why a document is not a job file. */
export function describeNotJobFile(uri: vscode.Uri, reason: NotJobFileHere): string {
  const name = posix.basename(uri.path);
  if (reason === 'scheme') return l10n.t('"{name}" is not a job file, because it is not on disk.', { name });
  if (reason !== 'excluded') return l10n.t(notJobFileMessages[reason], { name });
  const setting = `genwright.${settings.filesExclude}`;
  return l10n.t('"{name}" is not a job file, because the setting "{setting}" excludes it.', { name, setting });
}

/** Throws a `UserError` that says why the file is not a job file. */
export async function requireJobFile(uri: vscode.Uri, jobFiles: JobFiles): Promise<void> {
  const reason = await jobFiles.check(uri);
  if (reason !== null) throw new UserError(describeNotJobFile(uri, reason));
}

/** A file as the caller of a command names it: a path, a URI as a string, or the parts of a Uri. */
export type FileArgument = string | { readonly scheme: string; readonly path: string };

/** Whether the argument of a command names a file. Menus may pass a context object instead. */
export function isFileArgument(value: unknown): value is string | vscode.Uri {
  return typeof value === 'string' || value instanceof vscode.Uri;
}

/** A string is an absolute path or a URI. Throws a `CallError` for any other string. */
export function toUri(target: FileArgument): vscode.Uri {
  if (typeof target !== 'string') return target instanceof vscode.Uri ? target : vscode.Uri.from(target);
  if (isAbsolute(target)) return vscode.Uri.file(target);
  try {
    return vscode.Uri.parse(target, true);
  } catch {
    throw new CallError(`"${target}" is neither an absolute path nor a URI`);
  }
}

/**
 * Returns the job file that an argument names, otherwise the one that the user means. Undefined if the user cancels.
 * Throws a `UserError` if the file is not a job file.
 */
export async function resolveJobFile(
  target: unknown,
  title: string,
  jobFiles: JobFiles,
): Promise<vscode.Uri | undefined> {
  const uri = isFileArgument(target) ? toUri(target) : await pickJobFile(jobFiles, title);
  if (uri) await requireJobFile(uri, jobFiles);
  return uri;
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
    .sort(
      (one, other) =>
        rankOf(one.uri) - rankOf(other.uri) || one.label.localeCompare(other.label, undefined, { numeric: true }),
    );
  return (await pick(items, { title, placeHolder: l10n.t('Which job file?') }))?.uri;
}
