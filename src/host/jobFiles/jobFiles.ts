import type * as vscode from 'vscode';
import { hasJobFileName } from '../../core/artifact/jobFileName.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import { Emitter, type Event } from '../../core/support/emitter.ts';
import { type UriParts, checkLocation, checkContent, type NotJobFileHere } from './checkLocation.ts';
import { createFilesOnDisk, type DiskPorts } from './filesOnDisk.ts';

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
