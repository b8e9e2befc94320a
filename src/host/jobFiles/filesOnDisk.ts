import { stat } from 'node:fs/promises';
import { posix, sep } from 'node:path';
import * as vscode from 'vscode';
import { findNotJobFile, maxScannedLength, type NotJobFile } from '../../core/jobFile/recognize/findNotJobFile.ts';
import type { Log } from '../../engine/index.ts';
import { findEncoding } from '../../node/files/decodeText.ts';
import { nodeFileSystem } from '../../node/files/fileSystem.ts';
import { NotARegularFileError, readRegularFile } from '../../node/files/regularFile.ts';
import { readBoundary, findFileUri } from '../adapters/boundary.ts';
import { readSetting } from '../adapters/settings.ts';
import { createTimer } from '../timer.ts';
import { jobFilePattern } from './jobFilePattern.ts';

/**
 * The reason why a document is not a job file in this window. `scheme`: it is neither on disk nor a document to be
 * saved. `excluded`: the setting `genwright.files.exclude` matches it.
 */
export type NotJobFileHere = NotJobFile | 'scheme' | 'excluded';

const ignored = '**/node_modules/**';
/** Maximum number of known job files. A workspace may be a whole disk, and all menus search this list. */
const maxKnown = 1_000;
/** Number of files that are open at the same time. */
const batch = 16;
/**
 * Delay in ms before the workspace is searched after startup, or after a folder was added, so that nothing else waits
 * for it.
 */
const searchDelayMs = 500;

/** The job files of the workspace, as they are on disk. `onChange` is called when `known` has changed. */
export function createFilesOnDisk(onChange: () => void, log: Log) {
  /** The job files that are known so far, by path. */
  const known = new Map<string, vscode.Uri>();
  let isDisposed = false;
  let queue = Promise.resolve();
  // Runs one after the other, so that the newest state of a file wins.
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue
      .then(() => (isDisposed ? undefined : work()))
      .catch((error: unknown) => log.error(`Menus may lack job files: ${String(error)}`));
    return queue;
  };
  /** Returns why a file is not a job file. Null for a job file. The name decides about a file without text. */
  const check = async (uri: vscode.Uri): Promise<NotJobFileHere | null> =>
    checkLocation(uri) ?? checkContent(uri, (await readHead(uri)) ?? '');
  const lookNow = async (): Promise<void> => {
    const uris = await vscode.workspace.findFiles(jobFilePattern, ignored, maxKnown);
    const found = new Map<string, vscode.Uri>();
    for (let at = 0; at < uris.length; at += batch) {
      const checked = uris.slice(at, at + batch).map(async (uri) => ({ uri, reason: await check(uri) }));
      for (const { uri, reason } of await Promise.all(checked)) if (reason === null) found.set(uri.fsPath, uri);
    }
    known.clear();
    for (const [path, uri] of found) known.set(path, uri);
    onChange();
  };
  /** Checks a file again after a change. If the path is gone, everything below it is forgotten. */
  const touchNow = async (uri: vscode.Uri): Promise<void> => {
    const head = checkLocation(uri) === null ? await readHead(uri) : null;
    if (head !== null && checkContent(uri, head) === null) {
      if (known.has(uri.fsPath) || known.size >= maxKnown) return;
      known.set(uri.fsPath, uri);
    } else {
      // VS Code does not report the files of a deleted folder separately.
      const gone = [...known.keys()].filter((path) => path === uri.fsPath || path.startsWith(uri.fsPath + sep));
      if (gone.length === 0) return;
      for (const path of gone) known.delete(path);
    }
    onChange();
  };
  const look = (): Promise<void> => enqueue(lookNow);
  const search = createTimer(searchDelayMs, () => void look());
  search.start();
  // The disk is watched a moment later, in its own turn of the event loop, because creating the watchers is slow. The
  // search finds the files that change before that.
  let disk: vscode.Disposable | undefined;
  const watch = createTimer(
    0,
    () =>
      (disk = watchDisk(
        (uri) => void enqueue(() => touchNow(uri)),
        () => search.start(),
      )),
  );
  watch.start();
  return {
    known,
    check,
    look,
    dispose(): void {
      isDisposed = true;
      for (const each of [search, watch, disk]) each?.dispose();
    },
  };
}

/** `onNewFolder` is called for a new folder, because VS Code does not report the files in it. */
function watchDisk(onTouch: (uri: vscode.Uri) => void, onNewFolder: () => void): vscode.Disposable {
  const files = vscode.workspace.createFileSystemWatcher(jobFilePattern);
  const all = vscode.workspace.createFileSystemWatcher('**/*');
  const isHidden = ({ path }: vscode.Uri): boolean => /\/(?:node_modules|\.git)\//.test(path);
  const touch = (uri: vscode.Uri): void => {
    if (!isHidden(uri)) onTouch(uri);
  };
  const create = async (uri: vscode.Uri): Promise<void> => {
    if (isHidden(uri)) return;
    const created = await stat(uri.fsPath).catch(() => null);
    if (created?.isDirectory()) onNewFolder();
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

/**
 * Reads the part of a file that is scanned, at one byte per character. Empty for a file that cannot be read, such as
 * one that is locked while it is written. Null if the file is gone or not a regular file.
 */
export async function readHead({ fsPath }: { readonly fsPath: string }): Promise<string | null> {
  // Links are followed, because a user may have linked a job file.
  const file = await nodeFileSystem.realpath(fsPath).catch(() => null);
  if (file === null) return null;
  return readRegularFile(file, maxScannedLength, nodeFileSystem).then(
    (bytes) => new TextDecoder(findEncoding(bytes)).decode(bytes),
    (error: unknown) => (error instanceof NotARegularFileError ? null : ''),
  );
}

/** Returns why a document cannot be a job file, whatever its text is. Null if the content decides. */
export function checkLocation(uri: vscode.Uri): NotJobFileHere | null {
  const reason = checkContent(uri, '');
  if (reason !== null) return reason;
  if (uri.scheme !== 'file' && uri.scheme !== 'untitled') return 'scheme';
  return isExcluded(uri) ? 'excluded' : null;
}

export function checkContent({ path }: vscode.Uri, text: string): NotJobFile | null {
  return findNotJobFile({ name: posix.basename(path), text });
}

/** `vscode.languages.match` reads only these properties of a document, so a file need not be opened for it. */
interface Matcher {
  match(selector: vscode.DocumentSelector, document: Pick<vscode.TextDocument, 'uri' | 'languageId'>): number;
}

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
  const matcher: Matcher = vscode.languages;
  return matcher.match(selector, { uri, languageId: 'yaml' }) > 0;
}
