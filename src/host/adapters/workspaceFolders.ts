import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../engine.ts';
import { isJobFile } from '../jobFilePattern.ts';
import type { EngineHost } from './engineHost.ts';

/** Absolute paths of the folders of the workspace, and of open job files that belong to none of them. */
export function readOpenFolders(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return [...folders, ...vscode.workspace.textDocuments.flatMap(({ uri }) => looseFolder(uri))];
}

/** Unfinished tasks go on as soon as their folder is opened. */
export function registerFolderChanges(engineHost: Pick<EngineHost, 'addFolders'>, log: Log): vscode.Disposable {
  const add = (folders: readonly string[]): void => {
    if (folders.length === 0) return;
    engineHost.addFolders(folders).catch((error: unknown) => log.error(`Unfinished tasks wait: ${String(error)}`));
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => add(added.map(({ uri }) => uri.fsPath))),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => add(looseFolder(uri))),
  );
}

/** A job file opened by itself counts as if its folder were open. */
function looseFolder(uri: vscode.Uri): readonly string[] {
  const isLoose = uri.scheme === 'file' && isJobFile(uri) && !vscode.workspace.getWorkspaceFolder(uri);
  return isLoose ? [dirname(uri.fsPath)] : [];
}
