import * as vscode from 'vscode';
import type { Log, Rename } from '../../engine/index.ts';
import type { JobFiles } from './jobFiles.ts';
import { runInBackground } from '../runInBackground.ts';
import type { EngineHost } from '../adapters/engineHost.ts';

interface RenamePorts {
  readonly engineHost: EngineHost;
  readonly jobFiles: JobFiles;
  readonly log: Log;
}

/**
 * When a job file is renamed in VS Code, its tasks and records move with it. When a folder is renamed, its tasks do.
 */
export function registerRenames({ engineHost, jobFiles, log }: RenamePorts): vscode.Disposable {
  const mapRename = async ({ oldUri, newUri }: FileRename): Promise<Rename> => ({
    from: oldUri.fsPath,
    to: newUri.fsPath,
    isJobFile: (await jobFiles.check(newUri)) === null,
    boundary: vscode.workspace.getWorkspaceFolder(newUri)?.uri.fsPath ?? null,
  });
  const follow = async (renames: readonly FileRename[]): Promise<void> =>
    engineHost.rename(await Promise.all(renames.map(mapRename)));
  return vscode.workspace.onDidRenameFiles(({ files }) => {
    const onDisk = files.filter(({ oldUri, newUri }) => oldUri.scheme === 'file' && newUri.scheme === 'file');
    runInBackground(follow(onDisk), log);
  });
}

type FileRename = vscode.FileRenameEvent['files'][number];
