import * as vscode from 'vscode';
import { hasJobFileName } from '../../core/artifact/jobFileName.ts';
import { Emitter } from '../../core/support/emitter.ts';
import type { Log } from '../../engine/index.ts';
import { onDidChangeSetting } from '../adapters/settings.ts';
import { contextKeys } from '../ids.ts';
import { checkContent, checkLocation, createFilesOnDisk, type NotJobFileHere } from './filesOnDisk.ts';

/**
 * Decides which documents are job files, by name, setting and content. All features of job files ask it, because the
 * name alone does not decide.
 */
export type JobFiles = ReturnType<typeof createJobFiles>;

/** The job files of this window. Menus know them from the context key `genwright.jobFiles`. */
export function createJobFiles(log: Log) {
  const { workspace } = vscode;
  /** Whether a document is a job file from now on. A closed document is not. */
  const changed = new Emitter<{ readonly document: vscode.TextDocument; readonly isJobFile: boolean }>();
  const onDisk = createFilesOnDisk(() => publish(), log);
  /** Results by document, each for one version. */
  let checked = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly reason: NotJobFileHere | null }
  >();
  /** The last state that listeners know, by URI of an open document with the name of a job file. */
  const told = new Map<string, boolean>();
  let published = '';

  const whyNot = (document: vscode.TextDocument): NotJobFileHere | null => {
    const { version, uri } = document;
    const known = checked.get(document);
    if (known?.version === version) return known.reason;
    const reason = checkLocation(uri) ?? checkContent(uri, document.getText());
    checked.set(document, { version, reason });
    return reason;
  };
  const has = (document: vscode.TextDocument): boolean => !document.isClosed && whyNot(document) === null;
  const list = (): readonly vscode.Uri[] => {
    const here = workspace.textDocuments.filter(({ uri }) => hasJobFileName(uri.path));
    const paths = new Set(here.map(({ uri }) => uri.fsPath));
    const elsewhere = [...onDisk.known.values()].filter(({ fsPath }) => !paths.has(fsPath));
    return [...here.filter(has).map(({ uri }) => uri), ...elsewhere];
  };
  const publish = (): void => {
    const uris = list();
    const key = uris.join('\n');
    if (key === published) return;
    published = key;
    void vscode.commands.executeCommand('setContext', contextKeys.jobFiles, listPaths(uris));
  };
  const tell = (document: vscode.TextDocument): void => {
    if (!hasJobFileName(document.uri.path)) return;
    const key = document.uri.toString();
    const [before, isJobFile] = [told.get(key), has(document)];
    if (before === isJobFile) return;
    told.set(key, isJobFile);
    publish();
    if (before || isJobFile) changed.fire({ document, isJobFile });
  };
  const forget = (document: vscode.TextDocument): void => {
    const before = told.get(document.uri.toString());
    told.delete(document.uri.toString());
    publish();
    if (before) changed.fire({ document, isJobFile: false });
  };
  const checkAgain = (): void => {
    checked = new WeakMap();
    workspace.textDocuments.forEach(tell);
    void onDisk.look();
  };
  const listening = vscode.Disposable.from(
    workspace.onDidOpenTextDocument(tell),
    workspace.onDidChangeTextDocument(({ document }) => tell(document)),
    workspace.onDidCloseTextDocument(forget),
    onDidChangeSetting(['filesExclude'], checkAgain),
    workspace.onDidChangeWorkspaceFolders(checkAgain),
  );
  workspace.textDocuments.forEach(tell);
  return {
    /** Whether a document is a job file in its present version. */
    has,
    /** Returns the reason why a document is not a job file. Null for a job file. */
    whyNot,
    /** Returns the same for a file that may not be open. If the file cannot be read, its name decides. */
    async check(uri: vscode.Uri): Promise<NotJobFileHere | null> {
      const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
      return document ? whyNot(document) : onDisk.check(uri);
    },
    open: (): readonly vscode.TextDocument[] => workspace.textDocuments.filter(has),
    /** Finds the job files of the workspace, and open ones from other folders. */
    async find(): Promise<readonly vscode.Uri[]> {
      await onDisk.look();
      return list().filter(({ scheme }) => scheme === 'file');
    },
    /** Fires for each document that becomes or stops being a job file when it is opened, edited or closed. */
    onDidChange: changed.event,
    dispose(): void {
      listening.dispose();
      onDisk.dispose();
      changed.dispose();
    },
  };
}

/**
 * Values of `resourcePath`. If the files are on another machine than the window, it is the path of the URI. Undefined
 * if there are no job files, so that the key alone says whether there are any.
 */
function listPaths(uris: readonly vscode.Uri[]): readonly string[] | undefined {
  const paths = new Set(uris.flatMap(({ fsPath, path }) => [fsPath, path]));
  return paths.size > 0 ? [...paths] : undefined;
}
