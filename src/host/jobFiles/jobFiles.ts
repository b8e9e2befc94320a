import { posix, sep } from 'node:path';
import type * as vscode from 'vscode';
import { hasJobFileName } from '../../core/artifact/jobFileName.ts';
import { findNotJobFile, type NotJobFile } from '../../core/jobFile/recognize/findNotJobFile.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import { Emitter, type Event } from '../../core/support/emitter.ts';

/** The parts of a URI that are used here. */
interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
  toString(): string;
}

/**
 * The reason why a document is not a job file in this window. `scheme`: it is neither on disk nor a document to be
 * saved. `excluded`: the setting `genwright.files.exclude` matches it.
 */
export type NotJobFileHere = NotJobFile | 'scheme' | 'excluded';

type IsExcluded<Uri extends UriParts> = (uri: Uri) => boolean;

/** The parts of a text document that are used here. */
export interface OpenDocument {
  readonly uri: UriParts;
  readonly version: number;
  readonly isClosed: boolean;
  getText(): string;
}

/**
 * Decides which documents are job files, by name, setting and content. All features of job files ask this interface,
 * because the name alone does not decide.
 */
export interface JobFiles<Document extends OpenDocument = vscode.TextDocument> extends Disposable {
  /** Whether a document is a job file in its present version. */
  has(document: Document): boolean;
  /** Returns the reason why a document is not a job file. Null for a job file. */
  whyNot(document: Document): NotJobFileHere | null;
  /** Returns the same for a file that may not be open. If the file cannot be read, its name decides. */
  check(uri: Document['uri']): Promise<NotJobFileHere | null>;
  open(): readonly Document[];
  /** Finds the job files of the workspace, and open ones from other folders. */
  find(): Promise<readonly Document['uri'][]>;
  /** Fires for each document that becomes or stops being a job file when it is opened, edited or closed. */
  readonly onDidChange: Event<JobFileChange<Document>>;
}

/** Whether a document is a job file from now on. A closed document is not. */
interface JobFileChange<Document extends OpenDocument = vscode.TextDocument> {
  readonly document: Document;
  readonly isJobFile: boolean;
}

/** Changes that the window reports. */
export interface WindowChanges<Document extends OpenDocument> {
  readonly opened: (document: Document) => void;
  readonly edited: (document: Document) => void;
  readonly closed: (document: Document) => void;
  /** A file was created or written, or a file or folder deleted. */
  readonly touched: (uri: Document['uri']) => void;
  /** The setting or the workspace folders have changed. */
  readonly rulesChanged: () => void;
}

interface JobFilePorts<Document extends OpenDocument> extends DiskPorts<Document['uri']> {
  documents(): readonly Document[];
  /** Reports changes until the result is disposed. */
  listen(changes: WindowChanges<Document>): Disposable;
  /** Receives all known job files whenever they have changed. */
  publish(uris: readonly Document['uri'][]): void;
}

export function createJobFiles<Document extends OpenDocument>(ports: JobFilePorts<Document>): JobFiles<Document> {
  const changed = new Emitter<JobFileChange<Document>>();
  const onDisk = createFilesOnDisk(ports, () => publish());
  /** Results by document, each for one version. */
  let checked = new WeakMap<Document, { readonly version: number; readonly reason: NotJobFileHere | null }>();
  /** The last state that listeners know, by URI of an open document with the name of a job file. */
  const told = new Map<string, boolean>();
  let published = '';

  const whyNot = (document: Document): NotJobFileHere | null => {
    const { version } = document;
    const known = checked.get(document);
    if (known?.version === version) return known.reason;
    const reason = checkLocation(document.uri, ports.isExcluded) ?? checkContent(document.uri, document.getText());
    checked.set(document, { version, reason });
    return reason;
  };
  const has = (document: Document): boolean => !document.isClosed && whyNot(document) === null;
  const list = (): readonly Document['uri'][] => {
    const here = ports.documents().filter(({ uri }) => hasJobFileName(uri.path));
    const paths = new Set(here.map(({ uri }) => uri.fsPath));
    const elsewhere = [...onDisk.known.values()].filter(({ fsPath }) => !paths.has(fsPath));
    return [...here.filter(has).map(({ uri }) => uri), ...elsewhere];
  };
  const publish = (): void => {
    const uris = list();
    const key = uris.join('\n');
    if (key === published) return;
    published = key;
    ports.publish(uris);
  };
  const tell = (document: Document): void => {
    if (!hasJobFileName(document.uri.path)) return;
    const key = document.uri.toString();
    const [before, isJobFile] = [told.get(key), has(document)];
    if (before === isJobFile) return;
    told.set(key, isJobFile);
    publish();
    if (before || isJobFile) changed.fire({ document, isJobFile });
  };
  const forget = (document: Document): void => {
    const before = told.get(document.uri.toString());
    told.delete(document.uri.toString());
    publish();
    if (before) changed.fire({ document, isJobFile: false });
  };
  const listening = ports.listen({
    opened: tell,
    edited: tell,
    closed: forget,
    touched: (uri) => void onDisk.touch(uri),
    rulesChanged() {
      checked = new WeakMap();
      ports.documents().forEach(tell);
      void onDisk.look();
    },
  });
  ports.documents().forEach(tell);
  return {
    has,
    whyNot,
    async check(uri) {
      const document = ports.documents().find((each) => each.uri.toString() === uri.toString());
      return document ? whyNot(document) : onDisk.check(uri);
    },
    open: () => ports.documents().filter(has),
    async find() {
      await onDisk.look();
      return list().filter(({ scheme }) => scheme === 'file');
    },
    onDidChange: changed.event,
    dispose() {
      listening.dispose();
      onDisk.dispose();
      changed.dispose();
    },
  };
}

interface DiskPorts<Uri extends UriParts> {
  readonly isExcluded: IsExcluded<Uri>;
  /** Finds at most `max` files of the workspace with the name of a job file. */
  readonly findFiles: (max: number) => Promise<readonly Uri[]>;
  /** Reads the start of a file. Empty if it cannot be read, null if it is gone or not a file. */
  readonly readHead: (uri: Uri) => Promise<string | null>;
  readonly onError: (error: unknown) => void;
}

/** The job files of the workspace, as they are on disk. */
interface FilesOnDisk<Uri extends UriParts> {
  /** The job files that are known so far, by path. */
  readonly known: ReadonlyMap<string, Uri>;
  check(uri: Uri): Promise<NotJobFileHere | null>;
  /** Searches the workspace. */
  look(): Promise<void>;
  /** Checks a file again after a change. If the path is gone, everything below it is forgotten. */
  touch(uri: Uri): Promise<void>;
  dispose(): void;
}

/** Maximum number of known job files. A workspace may be a whole disk, and all menus search this list. */
const maxKnown = 1_000;

/** Number of files that are open at the same time. */
const batch = 16;

/** `onChange` is called when `known` has changed. */
function createFilesOnDisk<Uri extends UriParts>(
  { isExcluded, findFiles, readHead, onError }: DiskPorts<Uri>,
  onChange: () => void,
): FilesOnDisk<Uri> {
  const known = new Map<string, Uri>();
  let isDisposed = false;
  let queue = Promise.resolve();
  // Runs one after the other, so that the newest state of a file wins.
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(() => (isDisposed ? undefined : work())).catch(onError);
    return queue;
  };
  const check = async (uri: Uri): Promise<NotJobFileHere | null> => {
    const reason = checkLocation(uri, isExcluded);
    if (reason !== null) return reason;
    // The name decides about a file without text.
    return checkContent(uri, (await readHead(uri)) ?? '');
  };
  const look = async (): Promise<void> => {
    const uris = await findFiles(maxKnown);
    const found = new Map<string, Uri>();
    for (let at = 0; at < uris.length; at += batch) {
      const checked = await Promise.all(
        uris.slice(at, at + batch).map(async (uri) => ({ uri, reason: await check(uri) })),
      );
      for (const { uri, reason } of checked) if (reason === null) found.set(uri.fsPath, uri);
    }
    known.clear();
    for (const [path, uri] of found) known.set(path, uri);
    onChange();
  };
  const touch = async (uri: Uri): Promise<void> => {
    const head = checkLocation(uri, isExcluded) === null ? await readHead(uri) : null;
    const isJobFile = head !== null && checkContent(uri, head) === null;
    if (isJobFile) {
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
  return {
    known,
    check,
    look: () => enqueue(look),
    touch: (uri) => enqueue(() => touch(uri)),
    dispose: () => (isDisposed = true),
  };
}

/** Returns why a document cannot be a job file, whatever its text is. Null if the content decides. */
function checkLocation<Uri extends UriParts>(uri: Uri, isExcluded: IsExcluded<Uri>): NotJobFileHere | null {
  const reason = checkContent(uri, '');
  if (reason !== null) return reason;
  if (uri.scheme !== 'file' && uri.scheme !== 'untitled') return 'scheme';
  return isExcluded(uri) ? 'excluded' : null;
}

function checkContent({ path }: UriParts, text: string): NotJobFile | null {
  return findNotJobFile({ name: posix.basename(path), text });
}
