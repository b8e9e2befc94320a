import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { findJobFilePath } from './jobFilePath.ts';

/**
 * Returns the absolute path of the folder that artifacts of a job file may not leave: its workspace folder, otherwise
 * its own folder.
 */
export function readBoundary(jobFile: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(jobFile)?.uri.fsPath ?? dirname(jobFile.fsPath);
}

/**
 * Returns the file of a document, or the file that it will be once it is saved. Null for an untitled one while no
 * folder is open.
 */
export function findFileUri(document: vscode.Uri): vscode.Uri | null {
  const first = vscode.workspace.workspaceFolders?.[0]?.uri;
  const path = findJobFilePath(document, first?.scheme === 'file' ? first.fsPath : null);
  return path === null ? null : vscode.Uri.file(path);
}
