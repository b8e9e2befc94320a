import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { findJobFilePath } from './jobFilePath.ts';

/** The folder that artifacts of a job file may not leave: its workspace folder, else its own folder. Absolute. */
export function readBoundary(jobFile: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(jobFile)?.uri.fsPath ?? dirname(jobFile.fsPath);
}

/** The file that a document is, or will be once it is saved; null for an untitled one while no folder is open. */
export function readPlace(document: vscode.Uri): vscode.Uri | null {
  const first = vscode.workspace.workspaceFolders?.[0]?.uri;
  const path = findJobFilePath(document, first?.scheme === 'file' ? first.fsPath : null);
  return path === null ? null : vscode.Uri.file(path);
}
