import * as vscode from 'vscode';
import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import type * as LanguagePart from '../../core/language/index.ts';
import type { JobFileDocument, LanguageService } from '../../core/language/languageService.ts';
import { readSetting } from '../adapters/settings.ts';
import { readTranslations } from '../ui/l10n.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import type { createWorld, World, WorldPorts } from './world.ts';

/** The open job files, as the language part sees them. It is loaded with the first of them. */
export type LanguageHost = ReturnType<typeof createLanguageHost>;

export type Ask = LanguageHost['ask'];

interface LanguageHostPorts extends WorldPorts {
  readonly jobFiles: JobFiles;
  /** Called again after each `reset`. */
  readonly models: () => ModelIndex | null;
  readonly loadLanguage: () => Promise<typeof LanguagePart>;
  readonly loadProviders: () => Promise<{ readonly createWorld: typeof createWorld }>;
}

export function createLanguageHost({ loadLanguage, loadProviders, models, ...ports }: LanguageHostPorts) {
  const documents = createDocuments({ models, ...ports });
  const invalidated = new vscode.EventEmitter<void>();
  let world: World | undefined;
  let isDisposed = false;
  const openWorld = async (): Promise<World> => {
    const { createWorld } = await loadProviders();
    if (isDisposed) throw new vscode.CancellationError();
    if (world) return world;
    world = createWorld(ports);
    world.onDidChange(() => {
      documents.refresh();
      invalidated.fire();
    });
    return world;
  };
  /** Returns the document, synchronized with the editor. Null for a document that was closed or is not a job file. */
  const open = async (document: vscode.TextDocument): Promise<JobFileDocument | null> => {
    const [{ createLanguageService }, world] = await Promise.all([loadLanguage(), openWorld()]);
    return documents.open(document, createLanguageService, world);
  };
  /**
   * The way in which every provider queries the language part. Positions of a request belong to the version that it was
   * made for. Undefined if the result is no longer needed: the request was canceled, the document was closed, or its
   * text has changed.
   */
  const ask = async <Answer>(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
    question: (opened: JobFileDocument) => Answer,
  ): Promise<Answer | undefined> => {
    const { version } = document;
    const opened = await open(document);
    if (!opened || token.isCancellationRequested || document.version !== version) return undefined;
    return question(opened);
  };
  return {
    open,
    ask,
    /** Reads a text of a job file that need not be open. The caller disposes the document. */
    async read(uri: vscode.Uri, text: string): Promise<JobFileDocument> {
      const [{ createLanguageService }, world] = await Promise.all([loadLanguage(), openWorld()]);
      return documents.serviceOf(uri, createLanguageService, world).open(uri.toString(), text);
    },
    /** What is known apart from the texts. Created on first use. */
    world: openWorld,
    /** The language part, for what needs no open document. */
    load: loadLanguage,
    /** Fires when every result has to be requested again: the rules, or the files around documents, have changed. */
    onDidInvalidate: invalidated.event,
    /** Returns the job at a position. Null for the job at the root or none. */
    async jobAt(document: vscode.TextDocument, position: vscode.Position): Promise<string | null> {
      const offset = document.offsetAt(position);
      const symbols = (await open(document))?.symbols() ?? [];
      return symbols.find(({ kind, start, end }) => kind === 'job' && start <= offset && offset <= end)?.job ?? null;
    },
    /** Reads every document again, because a setting, the model index or the workspace changed the rules. */
    reset(): void {
      documents.clear();
      invalidated.fire();
    },
    dispose(): void {
      isDisposed = true;
      documents.dispose();
      world?.dispose();
      invalidated.dispose();
    },
  };
}

/** The documents that the language part has read, which follow each change in the editor. */
function createDocuments({ jobFiles, models }: Pick<LanguageHostPorts, 'jobFiles' | 'models'>) {
  const documents = new Map<string, JobFileDocument>();
  /** By what their options depend on: a setting of the folder, and whether there are files around the document. */
  const services = new Map<string, LanguageService>();
  const close = (key: string): void => {
    documents.get(key)?.dispose();
    documents.delete(key);
  };
  const clear = (): void => {
    services.clear();
    for (const key of documents.keys()) close(key);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const key = document.uri.toString();
      const opened = documents.get(key);
      if (!opened) return;
      applyChanges(opened, contentChanges);
      // A change of line endings alone has no content changes.
      if (contentChanges.length === 0 && opened.text !== document.getText()) close(key);
    }),
    jobFiles.onDidChange(({ document, isJobFile }) => {
      if (!isJobFile) close(document.uri.toString());
    }),
  );
  const serviceOf = (
    uri: vscode.Uri,
    createService: typeof LanguagePart.createLanguageService,
    world: World,
  ): LanguageService => {
    const isStrict = readSetting('strict', uri);
    const options = { models: models(), isStrict, messages: readTranslations(), ...world.options(uri) };
    const kind = [isStrict, options.files !== undefined].join(' ');
    const service = services.get(kind) ?? createService(options);
    services.set(kind, service);
    return service;
  };
  return {
    serviceOf,
    /** Returns the document, and opens it if it is not open yet. Null for a document that is not a job file now. */
    open(
      document: vscode.TextDocument,
      createService: typeof LanguagePart.createLanguageService,
      world: World,
    ): JobFileDocument | null {
      if (!jobFiles.has(document)) return null;
      const { uri } = document;
      const known = documents.get(uri.toString());
      if (known) return known;
      const opened = serviceOf(uri, createService, world).open(uri.toString(), document.getText());
      documents.set(uri.toString(), opened);
      return opened;
    },
    /** Has every document use what has changed around it. */
    refresh(): void {
      for (const document of documents.values()) document.refresh();
    },
    /** Closes every document. The next one that is opened has new options. */
    clear,
    dispose(): void {
      subscriptions.dispose();
      clear();
    },
  };
}

/**
 * Forwards the changes of one event. All offsets belong to the text before the event, so the last one in it goes first.
 */
function applyChanges(document: JobFileDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
  for (const { rangeOffset, rangeLength, text } of changes.toSorted((a, b) => b.rangeOffset - a.rangeOffset)) {
    document.edit({ offset: rangeOffset, remove: rangeLength, insert: text });
  }
}
