import * as vscode from 'vscode';
import type { SavedJobFile } from '../../../engine/index.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { readSetting } from '../../adapters/settings.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { l10n } from '../../ui/l10n.ts';
import { CallError, UserError } from '../errors.ts';
import { readCurrentText } from '../jobFile/readCurrentText.ts';
import { describeNotJobFile } from '../jobFile/requireJobFile.ts';

/**
 * Opens the job file, saves unsaved edits, and then reads the text on disk. Undefined if the user does not name an
 * untitled file. Throws a `CallError`, before anything is saved or asked, for a document that is not a job file.
 */
export async function saveJobFile(target: vscode.Uri, jobFiles: JobFiles): Promise<SavedJobFile | undefined> {
  const document = await openDocument(target, jobFiles);
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

/** An untitled document may have any name. It is checked again after it was saved under another name. */
async function openDocument(uri: vscode.Uri, jobFiles: JobFiles): Promise<vscode.TextDocument> {
  const reason = await jobFiles.check(uri);
  const isUnnamed = uri.scheme === 'untitled' && reason === 'name';
  if (reason !== null && !isUnnamed) throw new CallError(describeNotJobFile(uri, reason));
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw new CallError(`genwright.generate: ${uri.fsPath} cannot be opened: ${String(error)}`);
  }
}

/**
 * Saves the document, because requests are built from the text on disk, which the runs file then describes correctly.
 */
async function saveDirty(document: vscode.TextDocument): Promise<vscode.TextDocument> {
  const isSaved = !document.isDirty || (await document.save());
  // Auto save may have been faster.
  if (isSaved || !document.isDirty) return document;
  throw new UserError(
    l10n.t('{name} could not be saved, so nothing was sent. Save it, then run Generate again.', {
      name: vscode.workspace.asRelativePath(document.uri),
    }),
  );
}

/** VS Code asks for a name if the document has none. Undefined if the user cancels. */
async function saveUntitled(
  document: vscode.TextDocument,
  jobFiles: JobFiles,
): Promise<vscode.TextDocument | undefined> {
  const uri = await vscode.workspace.save(document.uri);
  if (!uri) return undefined;
  const saved = await vscode.workspace.openTextDocument(uri);
  const reason = jobFiles.whyNot(saved);
  if (reason === null) return saved;
  if (reason !== 'name') throw new UserError(describeNotJobFile(uri, reason));
  throw new UserError(
    l10n.t('The name of a job file ends in .gen.yaml, so {name} was saved but nothing was sent. Rename it.', {
      name: vscode.workspace.asRelativePath(uri),
    }),
  );
}
