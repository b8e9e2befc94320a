import * as vscode from 'vscode';
import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import type { createLanguageService } from '../../core/language/index.ts';
import type { JobFileDocument, LanguageService, LanguageServiceOptions } from '../../core/language/languageService.ts';
import { readSetting } from '../adapters/settings.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { readTranslations } from '../l10n.ts';
import { applyChanges } from './applyChanges.ts';
import type { World } from './world/world.ts';

/** The documents that the language part has read, which follow each change in the editor. */
interface OpenDocuments extends vscode.Disposable {
  /** Returns the document, and opens it if it is not open yet. Null for a document that is not a job file now. */
  open(document: vscode.TextDocument, parts: LanguageParts): JobFileDocument | null;
  /** Has every document use what has changed around it. */
  refresh(): void;
  /** Closes every document. The next one that is opened has new options. */
  clear(): void;
}

/** What a document is read with. */
interface LanguageParts {
  readonly createLanguageService: typeof createLanguageService;
  readonly world: World;
}

export interface OpenDocumentsPorts {
  readonly jobFiles: JobFiles;
  /** Called again after each `clear`. */
  readonly models: () => ModelIndex | null;
}

/**
 * The options are shared by all documents with the same strictness, which is a setting of each folder, and with or
 * without files around them.
 */
function buildOptions(
  uri: vscode.Uri,
  { world, models }: { readonly world: World; readonly models: OpenDocumentsPorts['models'] },
): LanguageServiceOptions {
  return {
    models: models(),
    isStrict: readSetting('strict', uri),
    messages: readTranslations(),
    ...world.options(uri),
  };
}

export function createOpenDocuments({ jobFiles, models }: OpenDocumentsPorts): OpenDocuments {
  const documents = new Map<string, JobFileDocument>();
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
      // A change of line endings alone has no content changes.
      if (contentChanges.length === 0) {
        if (opened.text !== document.getText()) close(key);
        return;
      }
      applyChanges(opened, contentChanges);
    }),
    jobFiles.onDidChange(({ document, isJobFile }) => {
      if (!isJobFile) close(document.uri.toString());
    }),
  );
  return {
    open(document, { createLanguageService, world }) {
      if (!jobFiles.has(document)) return null;
      const key = document.uri.toString();
      const known = documents.get(key);
      if (known) return known;
      const options = buildOptions(document.uri, { world, models });
      const kind = [options.isStrict, options.files !== undefined].join(' ');
      const service = services.get(kind) ?? createLanguageService(options);
      services.set(kind, service);
      const opened = service.open(key, document.getText());
      documents.set(key, opened);
      return opened;
    },
    refresh() {
      for (const document of documents.values()) document.refresh();
    },
    clear,
    dispose() {
      subscriptions.dispose();
      clear();
    },
  };
}
