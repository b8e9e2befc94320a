import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../engine.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import type { EngineHost } from './engineHost.ts';

/** Absolute paths of the folders of the workspace, and of open job files that belong to none of them. */
export function readOpenFolders(jobFiles: Pick<JobFiles, 'open'>): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return [...folders, ...jobFiles.open().flatMap(looseFolder)];
}

export interface FolderPorts {
  readonly engineHost: Pick<EngineHost, 'addFolders'>;
  readonly jobFiles: Pick<JobFiles, 'onDidChange'>;
  readonly log: Log;
}

/** Unfinished tasks go on as soon as their folder is opened. */
export function registerFolderChanges({ engineHost, jobFiles, log }: FolderPorts): vscode.Disposable {
  const add = (folders: readonly string[]): void => {
    if (folders.length === 0) return;
    engineHost.addFolders(folders).catch((error: unknown) => log.error(`Unfinished tasks wait: ${String(error)}`));
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => add(added.map(({ uri }) => uri.fsPath))),
    jobFiles.onDidChange(({ document, isJobFile }) => {
      if (isJobFile) add(looseFolder(document));
    }),
  );
}

/** A job file opened by itself counts as if its folder were open. */
function looseFolder({ uri }: vscode.TextDocument): readonly string[] {
  const isLoose = uri.scheme === 'file' && !vscode.workspace.getWorkspaceFolder(uri);
  return isLoose ? [dirname(uri.fsPath)] : [];
}
