import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { SavedJobFile } from '../../../engine.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { readSetting } from '../../adapters/settings.ts';
import { commands } from '../../ids.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { CallFault, UserFault } from '../fault.ts';
import { readCurrentText } from '../readCurrentText.ts';
import { describeNotJobFile, readActiveEditor } from '../requireJobFile.ts';
import type { Target } from './generateCall.ts';
import { l10n } from '../../l10n.ts';
import { pick } from '../../pick.ts';

/**
 * Opens the job file, saves what is being edited, and reads the text that is on disk then. Undefined when the user does not name an untitled file. Throws a
 * `CallFault`, before anything is saved or asked, for a document that is not a job file.
 */
export async function saveJobFile(
  target: Target,
  jobFiles: Pick<JobFiles, 'check' | 'whyNot'>,
): Promise<SavedJobFile | undefined> {
  const document = await openDocument(toUri(target), jobFiles);
  const saved = document.isUntitled ? await saveUntitled(document, jobFiles) : await saveDirty(document);
  if (!saved) return undefined;
  return {
    path: saved.uri.fsPath,
    text: await readCurrentText(saved),
    boundary: readBoundary(saved.uri),
    isStrict: readSetting('strict', saved.uri),
    metadata: readSetting('outputMetadata', saved.uri),
    concurrency: readSetting('concurrency', saved.uri),
  };
}

/** A string is an absolute path or the text of a URI. */
export function toUri(target: Target): vscode.Uri {
  if (typeof target === 'string') {
    return isAbsolute(target) ? vscode.Uri.file(target) : vscode.Uri.parse(target, true);
  }
  return target instanceof vscode.Uri ? target : vscode.Uri.from(target);
}

/** An untitled document may have any name: it is checked again when it has been saved under another one. */
async function openDocument(uri: vscode.Uri, jobFiles: Pick<JobFiles, 'check'>): Promise<vscode.TextDocument> {
  const reason = await jobFiles.check(uri);
  const isUnnamed = uri.scheme === 'untitled' && reason === 'name';
  if (reason !== null && !isUnnamed) throw new CallFault(describeNotJobFile(uri, reason));
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw new CallFault(`genwright.generate: ${uri.fsPath} can not be opened: ${String(error)}`);
  }
}

/** What is sent is what is on disk, so that the runs file tells the truth about it. */
async function saveDirty(document: vscode.TextDocument): Promise<vscode.TextDocument> {
  const isSaved = !document.isDirty || (await document.save());
  // Who saves by themselves after a delay may have been quicker.
  if (isSaved || !document.isDirty) return document;
  throw new UserFault(
    l10n.t('{name} could not be saved, so nothing was sent. Save it, then run Generate again.', {
      name: vscode.workspace.asRelativePath(document.uri),
    }),
  );
}

/** VS Code asks for a name where the document has none; undefined when that is dismissed. */
async function saveUntitled(
  document: vscode.TextDocument,
  jobFiles: Pick<JobFiles, 'whyNot'>,
): Promise<vscode.TextDocument | undefined> {
  const uri = await vscode.workspace.save(document.uri);
  if (!uri) return undefined;
  const saved = await vscode.workspace.openTextDocument(uri);
  const reason = jobFiles.whyNot(saved);
  if (reason === null) return saved;
  if (reason !== 'name') throw new UserFault(describeNotJobFile(uri, reason));
  throw new UserFault(
    l10n.t('The name of a job file ends in .gen.yaml, so {name} was saved but nothing was sent. Rename it.', {
      name: vscode.workspace.asRelativePath(uri),
    }),
  );
}

/** The job file that the user means by a command that names none; `title` says what the command does. */
export async function pickJobFile(jobFiles: JobFiles, title: string): Promise<vscode.Uri | undefined> {
  const active = readActiveEditor(jobFiles);
  if (active) return active.document.uri;
  const found = await jobFiles.find();
  if (found.length === 0) {
    throw new UserFault(l10n.t('There is no job file in this folder yet. Create one with New Job File.'), [
      { title: l10n.t('New Job File'), command: commands.newJobFile },
    ]);
  }
  // Who has just looked at the preview means the file beside it.
  const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
  const rankOf = (uri: vscode.Uri): number => (visible.has(uri.toString()) ? 0 : 1);
  const items = found
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
    .sort((one, other) => rankOf(one.uri) - rankOf(other.uri) || byLabel(one, other));
  return (await pick(items, { title, placeHolder: l10n.t('Which job file?') }))?.uri;
}

/** By the alphabet of the reader. */
function byLabel(one: { readonly label: string }, other: { readonly label: string }): number {
  return one.label.localeCompare(other.label);
}
