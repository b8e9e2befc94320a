import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { Environment, LanguageServiceOptions, DocumentFiles } from '../../core/language/languageService.ts';
import { createEnvLookup } from '../../node/envLookup.ts';
import { readBoundary, findFileUri } from '../adapters/boundary.ts';
import { createDocumentFiles } from '../../node/documentFiles.ts';
import { createFileCache, type FileCache } from '../../node/fileCache.ts';
import { readSetting } from '../adapters/settings.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { watchPaths } from '../results/resultFiles.ts';
import { createTimer } from '../timer.ts';

export interface WorldPorts {
  readonly jobFiles: Pick<JobFiles, 'has'>;
  /** Returns the typical cost of requests to a model, as far as it is known already. Nothing is loaded for it. */
  readonly typicalCost: NonNullable<LanguageServiceOptions['typicalCost']>;
  readonly profiles: () => readonly string[];
}

/** What the language part knows apart from the text: files, environment, money and profiles. */
export type World = ReturnType<typeof createWorld>;

/** A save or a checkout changes many files at the same time. */
const settleMs = 150;

export function createWorld({ jobFiles, typicalCost, profiles }: WorldPorts) {
  const cache = createFileCache();
  const changed = new vscode.EventEmitter<void>();
  const timer = createTimer(settleMs, () => changed.fire());
  const watching = watchFiles({ cache, jobFiles }, () => timer.start());
  const filesOf = (jobFile: vscode.Uri) =>
    createDocumentFiles({
      jobFile: jobFile.fsPath,
      boundary: readBoundary(jobFile),
      isTrusted: () => vscode.workspace.isTrusted,
      cache,
    });
  const findFiles = (text: string) => {
    const document = vscode.Uri.parse(text, true);
    return filesOf(findFileUri(document) ?? document);
  };
  return {
    /** Fires when files have changed that a feature has read. */
    onDidChange: changed.event,
    /**
     * Returns options with the present settings. Call it again after a change. For a document without a file and
     * without a folder, nothing is known about the files beside it, or whether they may be read.
     */
    options(document: vscode.Uri) {
      const names = readSetting('envAllow');
      const env: Environment = { names, read: createEnvLookup(names) };
      const around = findFileUri(document) ? { files: findFiles, env } : {};
      return { ...around, budget: { runUsd: readSetting('budgetRunUsd') }, typicalCost, profiles: profiles() };
    },
    /**
     * Returns a file that a job file names. Null if it does not exist, is outside the workspace folder, or may not be
     * read.
     */
    locate(document: vscode.Uri, path: string): LocatedFile | null {
      const jobFile = findFileUri(document);
      return jobFile && locateFile(filesOf(jobFile), { jobFile, path });
    },
    dispose(): void {
      timer.dispose();
      watching.dispose();
      changed.dispose();
    },
  };
}

/**
 * The watcher reports the workspace folders without what the user excludes. The rest is checked when it has probably
 * changed.
 */
function watchFiles(
  { cache, jobFiles }: { readonly cache: FileCache; readonly jobFiles: Pick<JobFiles, 'has'> },
  onChange: () => void,
): vscode.Disposable {
  const hear = (path: string): void => {
    if (cache.forget(path)) onChange();
  };
  const recheck = (): void => {
    if (cache.recheck()) onChange();
  };
  return vscode.Disposable.from(
    watchPaths('**/*', hear),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (jobFiles.has(document)) recheck();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) recheck();
    }),
  );
}

export interface LocatedFile {
  readonly uri: vscode.Uri;
  readonly bytes: number;
}

/** Returns null if the file does not exist, is outside the workspace folder, or may not be read. */
export function locateFile(
  files: DocumentFiles,
  { jobFile, path }: { readonly jobFile: vscode.Uri; readonly path: string },
): LocatedFile | null {
  if (!files.isTrusted) return null;
  const { exists, isInside, bytes } = files.inspect(path);
  return exists && isInside ? { uri: vscode.Uri.file(resolve(dirname(jobFile.fsPath), path)), bytes } : null;
}
