import { dirname, join } from 'node:path';
import * as vscode from 'vscode';

/** Absolute path of the folder that artifacts may not leave: the workspace folder of a job file, or its own folder. */
export function readBoundary(jobFile: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(jobFile)?.uri.fsPath ?? dirname(jobFile.fsPath);
}

/**
 * Returns the file of a document, or the file that it will be once it is saved. An untitled one may have its folder
 * already, and is otherwise offered the first open folder. Null if there is neither.
 */
export function findFileUri({ scheme, path, fsPath }: vscode.Uri): vscode.Uri | null {
  if (scheme === 'file' || path.startsWith('/')) return vscode.Uri.file(fsPath);
  const first = vscode.workspace.workspaceFolders?.[0]?.uri;
  return first?.scheme === 'file' ? vscode.Uri.file(join(first.fsPath, path)) : null;
}
