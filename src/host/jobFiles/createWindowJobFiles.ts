import * as vscode from 'vscode';
import type { Log } from '../../engine.ts';
import { onDidChangeSetting } from '../adapters/settings.ts';
import { contexts } from '../ids.ts';
import { createTimer } from '../timer.ts';
import { isExcluded } from './isExcluded.ts';
import { jobFilePattern } from './jobFilePattern.ts';
import { createJobFiles, type JobFiles, type WindowChanges } from './jobFiles.ts';
import { readHead } from './readHead.ts';

const ignored = '**/node_modules/**';
/** The workspace is searched after the start, so that nothing waits for it. */
const firstLookMs = 500;

/** The job files of this window, which menus know from the context key `genwright.jobFiles`. */
export function createWindowJobFiles(log: Pick<Log, 'error'>): JobFiles {
  const jobFiles = createJobFiles<vscode.TextDocument>({
    documents: () => vscode.workspace.textDocuments,
    listen,
    publish: (uris) => void vscode.commands.executeCommand('setContext', contexts.jobFiles, listPaths(uris)),
    isExcluded,
    findFiles: (max) => Promise.resolve(vscode.workspace.findFiles(jobFilePattern, ignored, max)),
    readHead: ({ fsPath }) => readHead(fsPath),
    onFault: (error) => log.error(`Menus may lack job files: ${String(error)}`),
  });
  const timer = createTimer(firstLookMs, () => void jobFiles.find());
  timer.start();
  return {
    ...jobFiles,
    dispose() {
      timer.dispose();
      jobFiles.dispose();
    },
  };
}

function listen(changes: WindowChanges<vscode.TextDocument>): vscode.Disposable {
  const { workspace } = vscode;
  const watcher = workspace.createFileSystemWatcher(jobFilePattern);
  const touched = (uri: vscode.Uri): void => {
    if (!uri.path.includes('/node_modules/')) changes.touched(uri);
  };
  return vscode.Disposable.from(
    workspace.onDidOpenTextDocument(changes.opened),
    workspace.onDidChangeTextDocument(({ document }) => changes.edited(document)),
    workspace.onDidCloseTextDocument(changes.closed),
    watcher,
    watcher.onDidCreate(touched),
    watcher.onDidChange(touched),
    watcher.onDidDelete(touched),
    onDidChangeSetting(['filesExclude'], changes.rulesChanged),
    workspace.onDidChangeWorkspaceFolders(changes.rulesChanged),
  );
}

/**
 * Values of `resourcePath`. It is the path of the address where the window is on another machine than the files. Not set
 * without job files, so that the key alone tells whether there are any.
 */
function listPaths(uris: readonly vscode.Uri[]): readonly string[] | undefined {
  const paths = new Set(uris.flatMap(({ fsPath, path }) => [fsPath, path]));
  return paths.size > 0 ? [...paths] : undefined;
}
