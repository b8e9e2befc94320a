import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { viewKindOf } from '../../../core/artifact/viewKind.ts';
import { assertNever } from '../../../core/support/assertNever.ts';
import type { Log } from '../../../engine/index.ts';
import type { PreviewAction } from '../../../protocol/preview.ts';
import { commands } from '../../ids.ts';
import { findColumn } from '../../ui/findColumn.ts';
import { l10n } from '../../ui/l10n.ts';
import { showMessage } from '../../ui/message.ts';
import type { FoundArtifact } from '../taskFacts.ts';
import type { PreviewFiles } from './previewFiles.ts';

interface ActionParts {
  readonly jobFile: vscode.Uri;
  readonly files: Pick<PreviewFiles, 'pathOf' | 'findOpenable'>;
  readonly log: Log;
}

/**
 * Runs an action of the preview on an artifact, or on the job file. The preview stays visible when a file opens. If
 * another program may not open the file, the Explorer shows it.
 */
export async function runFileAction(
  action: PreviewAction,
  artifact: FoundArtifact | null,
  { jobFile, files, log }: ActionParts,
): Promise<void> {
  const path = artifact === null ? jobFile.fsPath : files.pathOf(artifact);
  if (path === null) return;
  const uri = vscode.Uri.file(path);
  switch (action) {
    case 'reveal':
      return revealFile(path, log);
    case 'copyPath':
      return vscode.env.clipboard.writeText(path);
    case 'recall':
      return vscode.commands.executeCommand(commands.recallJob, uri, jobFile);
    case 'openFile':
      if (viewKindOf(path) === 'file') return revealFile(path, log);
      return vscode.commands.executeCommand('vscode.open', uri, { viewColumn: findColumn(uri) });
    case 'openOutside': {
      const openable = artifact && (await files.findOpenable(artifact));
      return openable === null ? revealFile(path, log) : openOutside(openable, log, path);
    }
    case 'openJobFile':
      return openJobFile(jobFile);
    case 'useCombination':
      // As from the menu of the Explorer, so that the user sees why it is refused.
      return vscode.commands.executeCommand(commands.promoteResult, uri, [uri]);
    default:
      assertNever(action);
  }
}

async function openJobFile(jobFile: vscode.Uri): Promise<void> {
  const isUnsaved = ({ isUntitled, uri }: vscode.TextDocument): boolean => isUntitled && uri.fsPath === jobFile.fsPath;
  const uri = vscode.workspace.textDocuments.find(isUnsaved)?.uri ?? jobFile;
  await vscode.window.showTextDocument(uri, { viewColumn: findColumn(uri) });
}

/**
 * Shows where a file (absolute path) is: in the Explorer, or outside the workspace in the system's file manager. That of
 * another computer cannot be opened.
 */
export async function revealFile(path: string, log: Log): Promise<void> {
  const uri = vscode.Uri.file(path);
  if (vscode.workspace.getWorkspaceFolder(uri)) await vscode.commands.executeCommand('revealInExplorer', uri);
  else if (isThisComputer()) await vscode.commands.executeCommand('revealFileInOS', uri);
  else {
    const text = l10n.t('"{path}" is outside the workspace, so the Explorer does not show it.', { path });
    showMessage('information', { text }, log);
  }
}

/** The workbench passes a string unchanged, but escapes the `%23` of a URI again. Its types only know the URI. */
interface Opener {
  openExternal(target: string): Thenable<boolean>;
}

/**
 * Opens a file (absolute path) with this computer's program for such files. The caller ensures that this is harmless.
 * `shownPath` is its path in the workspace, which differs from `path` if a link leads to the folder.
 */
export async function openOutside(path: string, log: Log, shownPath = path): Promise<void> {
  if (isThisComputer()) {
    const opener = vscode.env as unknown as Opener;
    await opener.openExternal(pathToFileURL(path).href);
    return;
  }
  // A file on another computer must be downloaded first.
  await revealFile(shownPath, log);
  if (!vscode.workspace.getWorkspaceFolder(vscode.Uri.file(shownPath))) return;
  const text = l10n.t('Select Download in the Explorer to open it with a program of this computer.');
  showMessage('information', { text }, log);
}

/** Whether the files of this window are on the computer whose screen shows it. */
function isThisComputer(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}
