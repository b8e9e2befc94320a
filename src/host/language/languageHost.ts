import * as vscode from 'vscode';
import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import type { Problem } from '../../core/jobFile/problem.ts';
import type { RecalledRecord, RecallOutcome, RecallSource } from '../../core/language/index.ts';
import type * as LanguagePart from '../../core/language/index.ts';
import type {
  JobFileDocument,
  LanguageProblem,
  LanguageService,
  LanguageServiceOptions,
} from '../../core/language/languageService.ts';
import { readSetting } from '../adapters/settings.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { readTranslations, translate } from '../ui/l10n.ts';
import type { createWorld, World, WorldPorts } from './world.ts';

/** The open job files, as the language part sees them. It is loaded with the first of them. */
export interface LanguageHost extends vscode.Disposable {
  /** Returns the document, synchronized with the editor. Null for a document that was closed or is not a job file. */
  open(document: vscode.TextDocument): Promise<JobFileDocument | null>;
  /** Returns the job at a position. Null for the job at the root or none. */
  jobAt(document: vscode.TextDocument, position: vscode.Position): Promise<string | null>;
  /** Returns the problems of planning with their messages. */
  describe(problems: readonly Problem[]): Promise<readonly LanguageProblem[]>;
  /** Returns a job file that is set to a record of its runs file. */
  recallJob(source: RecallSource): Promise<RecallOutcome>;
  /** Writes a record as a new job file. */
  buildRecalledText(record: RecalledRecord, catalog: RecallSource['catalog']): Promise<string>;
  /** What is known apart from the texts. Created on first use. */
  world(): Promise<World>;
  /** Reads every document again, because a setting, the model index or the workspace changed the rules. */
  reset(): void;
  /**
   * Fires when the rules, or the files around open documents, have changed, so that every result has to be requested
   * again.
   */
  readonly onDidInvalidate: vscode.Event<void>;
}

interface LanguageHostPorts extends Pick<WorldPorts, 'typicalCost' | 'profiles'> {
  readonly jobFiles: JobFiles;
  /** Called again after each `reset`. */
  readonly models: () => ModelIndex | null;
  readonly loadLanguage: () => Promise<typeof LanguagePart>;
  readonly loadProviders: () => Promise<{ readonly createWorld: typeof createWorld }>;
}

export function createLanguageHost({
  loadLanguage,
  loadProviders,
  jobFiles,
  models,
  typicalCost,
  profiles,
}: LanguageHostPorts): LanguageHost {
  const documents = createOpenDocuments({ jobFiles, models });
  const invalidated = new vscode.EventEmitter<void>();
  let world: World | undefined;
  let isDisposed = false;
  const refresh = (): void => {
    documents.refresh();
    invalidated.fire();
  };
  const openWorld = async (): Promise<World> => {
    const { createWorld } = await loadProviders();
    if (isDisposed) throw new vscode.CancellationError();
    if (!world) {
      world = createWorld({ jobFiles, typicalCost, profiles, readSetting });
      world.onDidChange(refresh);
    }
    return world;
  };

  const open = async (document: vscode.TextDocument): Promise<JobFileDocument | null> => {
    const [{ createLanguageService }, world] = await Promise.all([loadLanguage(), openWorld()]);
    return documents.open(document, { createLanguageService, world });
  };

  return {
    open,
    world: openWorld,
    onDidInvalidate: invalidated.event,
    async describe(problems) {
      const { translateProblem } = await loadLanguage();
      return problems.map((problem) => translateProblem(problem, translate));
    },
    recallJob: async (source) => (await loadLanguage()).recallJob(source),
    buildRecalledText: async (record, catalog) => (await loadLanguage()).buildRecalledText(record, catalog),
    async jobAt(document, position) {
      const offset = document.offsetAt(position);
      const symbols = (await open(document))?.symbols() ?? [];
      return symbols.find(({ kind, start, end }) => kind === 'job' && start <= offset && offset <= end)?.job ?? null;
    },
    reset() {
      documents.clear();
      invalidated.fire();
    },
    dispose() {
      isDisposed = true;
      documents.dispose();
      world?.dispose();
      invalidated.dispose();
    },
  };
}

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
  readonly createLanguageService: typeof LanguagePart.createLanguageService;
  readonly world: World;
}

function createOpenDocuments({ jobFiles, models }: Pick<LanguageHostPorts, 'jobFiles' | 'models'>): OpenDocuments {
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

/**
 * The options are shared by all documents with the same strictness, which is a setting of each folder, and with or
 * without files around them.
 */
function buildOptions(
  uri: vscode.Uri,
  { world, models }: Pick<LanguageParts, 'world'> & Pick<LanguageHostPorts, 'models'>,
): LanguageServiceOptions {
  return {
    models: models(),
    isStrict: readSetting('strict', uri),
    messages: readTranslations(),
    ...world.options(uri),
  };
}

/**
 * Forwards the changes of one event. All offsets belong to the text before the event, so the last one in it goes first.
 */
function applyChanges(document: JobFileDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
  const fromTheEnd = [...changes].sort((one, other) => other.rangeOffset - one.rangeOffset);
  for (const { rangeOffset, rangeLength, text } of fromTheEnd) {
    document.edit({ offset: rangeOffset, remove: rangeLength, insert: text });
  }
}
