import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Log } from '../../engine/index.ts';
import { readBoundary, findFileUri } from '../adapters/boundary.ts';
import { onDidChangeSetting, readSetting } from '../adapters/settings.ts';
import { contextKeys } from '../ids.ts';
import { createTimer } from '../timer.ts';
import { jobFilePattern } from './jobFilePattern.ts';
import { createJobFiles, type JobFiles, type WindowChanges } from './jobFiles.ts';
import { readHead } from './readHead.ts';

const ignored = '**/node_modules/**';
/**
 * Delay in ms before the workspace is searched after startup, or after a folder was added, so that nothing else waits
 * for it.
 */
const searchDelayMs = 500;

/** The job files of this window. Menus know them from the context key `genwright.jobFiles`. */
export function createWindowJobFiles(log: Log): JobFiles {
  const search = createTimer(searchDelayMs, () => void jobFiles.find());
  const jobFiles = createJobFiles<vscode.TextDocument>({
    documents: () => vscode.workspace.textDocuments,
    listen: (changes) => listen(changes, () => search.start()),
    publish: (uris) => void vscode.commands.executeCommand('setContext', contextKeys.jobFiles, listPaths(uris)),
    isExcluded,
    findFiles: (max) => Promise.resolve(vscode.workspace.findFiles(jobFilePattern, ignored, max)),
    readHead: ({ fsPath }) => readHead(fsPath),
    onError: (error) => log.error(`Menus may lack job files: ${String(error)}`),
  });
  search.start();
  return {
    ...jobFiles,
    dispose() {
      search.dispose();
      jobFiles.dispose();
    },
  };
}

/**
 * Reports changes of this window. `onNewFolder` is called for a new folder, because VS Code does not report the files
 * in it. The disk is watched a moment later, in its own turn of the event loop, because creating the watchers is slow. The
 * search after startup finds the files that change before that.
 */
function listen(changes: WindowChanges<vscode.TextDocument>, onNewFolder: () => void): vscode.Disposable {
  let disk: vscode.Disposable | undefined;
  const watch = createTimer(0, () => (disk = watchDisk(changes, onNewFolder)));
  watch.start();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(changes.opened),
    vscode.workspace.onDidChangeTextDocument(({ document }) => changes.edited(document)),
    vscode.workspace.onDidCloseTextDocument(changes.closed),
    watch,
    { dispose: () => disk?.dispose() },
    onDidChangeSetting(['filesExclude'], changes.rulesChanged),
    vscode.workspace.onDidChangeWorkspaceFolders(changes.rulesChanged),
  );
}

function watchDisk({ touched }: WindowChanges<vscode.TextDocument>, onNewFolder: () => void): vscode.Disposable {
  const files = vscode.workspace.createFileSystemWatcher(jobFilePattern);
  const all = vscode.workspace.createFileSystemWatcher('**/*');
  const isHidden = ({ path }: vscode.Uri): boolean => /\/(?:node_modules|\.git)\//.test(path);
  const touch = (uri: vscode.Uri): void => {
    if (!isHidden(uri)) touched(uri);
  };
  const create = async (uri: vscode.Uri): Promise<void> => {
    if (!isHidden(uri) && (await isFolder(uri))) onNewFolder();
  };
  return vscode.Disposable.from(
    files,
    files.onDidCreate(touch),
    files.onDidChange(touch),
    all,
    all.onDidCreate((uri) => void create(uri)),
    all.onDidDelete(touch),
  );
}

async function isFolder({ fsPath }: vscode.Uri): Promise<boolean> {
  return stat(fsPath).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Values of `resourcePath`. If the files are on another machine than the window, it is the path of the URI. Undefined
 * if there are no job files, so that the key alone says whether there are any.
 */
function listPaths(uris: readonly vscode.Uri[]): readonly string[] | undefined {
  const paths = new Set(uris.flatMap(({ fsPath, path }) => [fsPath, path]));
  return paths.size > 0 ? [...paths] : undefined;
}

/** `vscode.languages.match` reads only these properties of a document, so a file need not be opened for it. */
interface Matcher {
  match(selector: vscode.DocumentSelector, document: Pick<vscode.TextDocument, 'uri' | 'languageId'>): number;
}

const matcher: Matcher = vscode.languages;

/** Whether `genwright.files.exclude` matches a file, or a folder that it is in, relative to the workspace folder. */
function isExcluded(document: vscode.Uri): boolean {
  const uri = findFileUri(document);
  if (!uri) return false;
  const base = readBoundary(uri);
  const selector = readSetting('filesExclude', uri).flatMap((glob) =>
    [glob, `${glob.replace(/(?<!\/)\/+$/, '')}/**`].map((each) => ({
      pattern: new vscode.RelativePattern(base, each),
    })),
  );
  return matcher.match(selector, { uri, languageId: 'yaml' }) > 0;
}
