import * as vscode from 'vscode';
import type { Log } from '../../../engine/index.ts';
import { findColumn } from '../../ui/findColumn.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { showMessage } from '../../ui/message.ts';
import type { FileActions } from './previewFiles.ts';

/** The preview stays visible when a file opens. */
export function createFileActions(jobFile: vscode.Uri, log: Log): FileActions {
  return {
    reveal: revealFile,
    copyPath: async (path) => vscode.env.clipboard.writeText(path),
    recall: async (path) => vscode.commands.executeCommand(commands.recallJob, vscode.Uri.file(path), jobFile),
    async openInEditor(path) {
      const uri = vscode.Uri.file(path);
      await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: findColumn(uri) });
    },
    openOutside: async (path) => openOutside(path, log),
    async useCombination(path) {
      const file = vscode.Uri.file(path);
      // As from the menu of the Explorer, so that the user sees why it is refused.
      await vscode.commands.executeCommand(commands.promoteResult, file, [file]);
    },
    async openJobFile() {
      const isUnsaved = ({ isUntitled, uri }: vscode.TextDocument): boolean =>
        isUntitled && uri.fsPath === jobFile.fsPath;
      const unsaved = vscode.workspace.textDocuments.find(isUnsaved);
      const uri = unsaved?.uri ?? jobFile;
      await vscode.window.showTextDocument(uri, { viewColumn: findColumn(uri) });
    },
  };
}

/** Selects a file (absolute path) in the Explorer. */
export async function revealFile(path: string): Promise<void> {
  await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(path));
}

/** Opens a file (absolute path) with this computer's program for such files. The caller ensures that this is harmless. */
export async function openOutside(path: string, log: Log): Promise<void> {
  if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.env.openExternal(vscode.Uri.file(path));
    return;
  }
  // A file on another computer must be downloaded first.
  await revealFile(path);
  const text = l10n.t('Select Download in the Explorer to open it with a program of this computer.');
  showMessage('information', { text }, log);
}
