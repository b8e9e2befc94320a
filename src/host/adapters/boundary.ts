import { dirname } from 'node:path';
import * as vscode from 'vscode';

/** The folder that artifacts of a job file may not leave: its workspace folder, else its own folder. Absolute. */
export function readBoundary(jobFile: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(jobFile)?.uri.fsPath ?? dirname(jobFile.fsPath);
}
