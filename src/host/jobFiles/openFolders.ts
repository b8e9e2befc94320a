import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../engine/index.ts';
import { readBoundary } from '../adapters/boundary.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { ResultMenus } from '../results/registerResultMenus.ts';
import { runInBackground } from '../runInBackground.ts';
import type { JobFiles } from './jobFiles.ts';

/** Returns the absolute paths of the workspace folders, and the folders of open job files beyond the workspace. */
export function readOpenFolders(jobFiles: JobFiles): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return [...folders, ...jobFiles.open().flatMap(looseFolder)];
}

interface FolderPorts {
  readonly engineHost: EngineHost;
  readonly jobFiles: JobFiles;
  readonly log: Log;
}

/** Lets unfinished tasks continue as soon as their folder is opened. */
export function registerFolderChanges({ engineHost, jobFiles, log }: FolderPorts): vscode.Disposable {
  const add = (folders: readonly string[]): void => {
    if (folders.length > 0) runInBackground(engineHost.addFolders(folders), log);
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => add(added.map(({ uri }) => uri.fsPath))),
    jobFiles.onDidChange(({ document, isJobFile }) => {
      if (isJobFile) add(looseFolder(document));
    }),
  );
}

/** A job file that is opened without a workspace folder counts as if its folder were open. */
function looseFolder({ uri }: vscode.TextDocument): readonly string[] {
  const isLoose = uri.scheme === 'file' && !vscode.workspace.getWorkspaceFolder(uri);
  return isLoose ? [dirname(uri.fsPath)] : [];
}

interface RenamePorts extends FolderPorts {
  readonly resultMenus: ResultMenus;
}

/**
 * When a job file is renamed in VS Code, its tasks and records move with it. When a folder is renamed, its tasks do. The
 * records tell where renamed results are.
 */
export function registerRenames({ engineHost, jobFiles, resultMenus, log }: RenamePorts): vscode.Disposable {
  const follow = async (files: vscode.FileRenameEvent['files']): Promise<void> => {
    const renames = files.map(async ({ oldUri, newUri }) => ({
      from: oldUri.fsPath,
      to: newUri.fsPath,
      isJobFile: (await jobFiles.check(newUri)) === null,
      boundary: vscode.workspace.getWorkspaceFolder(newUri)?.uri.fsPath ?? null,
    }));
    const recordedIn = resultMenus.jobFilesOf(files.map(({ oldUri }) => oldUri.fsPath));
    const places = recordedIn.map((jobFile) => ({ jobFile, boundary: readBoundary(vscode.Uri.file(jobFile)) }));
    await engineHost.rename(await Promise.all(renames), places);
  };
  return vscode.workspace.onDidRenameFiles(({ files }) => {
    const onDisk = files.filter(({ oldUri, newUri }) => oldUri.scheme === 'file' && newUri.scheme === 'file');
    runInBackground(follow(onDisk), log);
  });
}
