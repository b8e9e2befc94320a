import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { readBoundary } from '../../adapters/boundary.ts';
import { readSetting } from '../../adapters/settings.ts';
import { commands } from '../../ids.ts';
import { isJobFilePath } from '../../../core/artifact/jobFileName.ts';
import { isJobFile } from '../../jobFilePattern.ts';
import { CallFault, UserFault } from '../fault.ts';
import type { Target } from './generateCall.ts';
import type { SavedJobFile } from './generatePorts.ts';

/** Opens the job file and saves what is being edited. Undefined when the person backs out of naming an untitled file. */
export async function saveJobFile(target: Target): Promise<SavedJobFile | undefined> {
  const document = await openDocument(toUri(target));
  const saved = document.isUntitled ? await saveUntitled(document) : await saveDirty(document);
  if (!saved) return undefined;
  return {
    path: saved.uri.fsPath,
    text: saved.getText(),
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

/** Untitled documents pass whatever their name: it is checked once they have one for good. */
async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const isOther = !isJobFile(uri) && !(uri.scheme === 'untitled');
  if (isOther) throw new CallFault(`genwright.generate: ${uri.toString(true)} is no job file (*.gen.yaml) on disk`);
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
    vscode.l10n.t('{name} could not be saved, so nothing was sent. Save it, then press Generate again.', {
      name: vscode.workspace.asRelativePath(document.uri),
    }),
  );
}

/** VS Code asks for a name where the document has none; undefined when that is dismissed. */
async function saveUntitled(document: vscode.TextDocument): Promise<vscode.TextDocument | undefined> {
  const uri = await vscode.workspace.save(document.uri);
  if (!uri) return undefined;
  if (!isJobFilePath(uri.path)) {
    throw new UserFault(
      vscode.l10n.t('The name of a job file ends in .gen.yaml, so {name} was saved but nothing was sent. Rename it.', {
        name: vscode.workspace.asRelativePath(uri),
      }),
    );
  }
  return vscode.workspace.openTextDocument(uri);
}

/** The job file that a person means who ran a command without naming one; `title` is what it does. */
export async function pickJobFile(title = vscode.l10n.t('Generate')): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active && isJobFile(active)) return active;
  const found = await vscode.workspace.findFiles('**/*.gen.{yaml,yml}', '**/node_modules/**', 200);
  if (found.length === 0) {
    throw new UserFault(vscode.l10n.t('There is no job file here yet. A new one takes a few seconds.'), [
      { title: vscode.l10n.t('New Job File'), command: commands.newJobFile },
    ]);
  }
  // Who has just looked at the preview means the file beside it.
  const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
  const rankOf = (uri: vscode.Uri): number => (visible.has(uri.toString()) ? 0 : 1);
  const items = found
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
    .sort((one, other) => rankOf(one.uri) - rankOf(other.uri) || byLabel(one, other));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Which job file?'),
  });
  return picked?.uri;
}

/** By the alphabet of the reader. */
function byLabel(one: { readonly label: string }, other: { readonly label: string }): number {
  return one.label.localeCompare(other.label);
}
