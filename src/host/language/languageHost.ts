import * as vscode from 'vscode';
import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import type { Problem } from '../../core/jobFile/problem.ts';
import type * as LanguagePart from '../../core/language/index.ts';
import type { RecalledRecord, RecallOutcome, RecallSource } from '../../core/language/index.ts';
import type {
  JobFileDocument,
  LanguageProblem,
  LanguageService,
  LanguageServiceOptions,
  Translate,
} from '../../core/language/languageService.ts';
import { readSetting } from '../adapters/settings.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { l10n, readTranslations } from '../l10n.ts';
import { applyChanges } from './applyChanges.ts';
import type { createWorld, World, WorldPorts } from './world/world.ts';

/** The open job files, as the language part sees them. It is loaded with the first of them. */
export interface LanguageHost extends vscode.Disposable {
  /** Returns the document, synchronized with the editor. Null for a document that was closed or is not a job file. */
  open(document: vscode.TextDocument): Promise<JobFileDocument | null>;
  /** Returns the job at a position. Null for the job at the root or none. */
  jobAt(document: vscode.TextDocument, position: vscode.Position): Promise<string | null>;
  /** Returns the problems of planning with their messages. */
  describe(problems: readonly Problem[]): Promise<readonly LanguageProblem[]>;
  /** Explains a problem as Markdown. Null for an unknown code. */
  explain(code: string): Promise<string | null>;
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

interface LanguageHostPorts extends Pick<WorldPorts, 'typicalCost' | 'profiles' | 'log'> {
  readonly loadLanguage: () => Promise<typeof LanguagePart>;
  readonly loadProviders: () => Promise<{ readonly createWorld: typeof createWorld }>;
  readonly jobFiles: JobFiles;
  /** Called again after each `reset`. */
  readonly models: () => ModelIndex | null;
}

/**
 * The options are shared by all documents with the same strictness, which is a setting of each folder, and with or
 * without files around them.
 */
function buildOptions(
  uri: vscode.Uri,
  { world, models }: { readonly world: World; readonly models: LanguageHostPorts['models'] },
): LanguageServiceOptions {
  return {
    models: models(),
    isStrict: readSetting('strict', uri),
    messages: readTranslations(),
    ...world.options(uri),
  };
}

/** Messages of core are translated with the bundle of the workbench language. */
const translate: Translate = (template, args) => l10n.t(template, args);

export function createLanguageHost({
  loadLanguage,
  loadProviders,
  jobFiles,
  models,
  typicalCost,
  profiles,
  log,
}: LanguageHostPorts): LanguageHost {
  const documents = new Map<string, JobFileDocument>();
  const services = new Map<string, LanguageService>();
  const invalidated = new vscode.EventEmitter<void>();
  let world: World | undefined;
  let isDisposed = false;
  const close = (key: string): void => {
    documents.get(key)?.dispose();
    documents.delete(key);
  };
  const refresh = (): void => {
    for (const document of documents.values()) document.refresh();
    invalidated.fire();
  };
  const openWorld = async (): Promise<World> => {
    const { createWorld } = await loadProviders();
    if (isDisposed) throw new vscode.CancellationError();
    if (!world) {
      world = createWorld({ jobFiles, typicalCost, profiles, readSetting, log });
      world.onDidChange(refresh);
    }
    return world;
  };

  const open = async (document: vscode.TextDocument): Promise<JobFileDocument | null> => {
    const key = document.uri.toString();
    const [{ createLanguageService }, world] = await Promise.all([loadLanguage(), openWorld()]);
    if (!jobFiles.has(document)) return null;
    const known = documents.get(key);
    if (known) return known;
    const options = buildOptions(document.uri, { world, models });
    const kind = [options.isStrict, options.files !== undefined].join(' ');
    const service = services.get(kind) ?? createLanguageService(options);
    services.set(kind, service);
    const opened = service.open(key, document.getText());
    documents.set(key, opened);
    return opened;
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
    open,
    world: openWorld,
    onDidInvalidate: invalidated.event,
    async describe(problems) {
      const { translateProblem } = await loadLanguage();
      return problems.map((problem) => translateProblem(problem, translate));
    },
    explain: async (code) => (await loadLanguage()).explainProblem(code, translate),
    recallJob: async (source) => (await loadLanguage()).recallJob(source),
    buildRecalledText: async (record, catalog) => (await loadLanguage()).buildRecalledText(record, catalog),
    async jobAt(document, position) {
      const offset = document.offsetAt(position);
      const symbols = (await open(document))?.symbols() ?? [];
      return symbols.find(({ kind, start, end }) => kind === 'job' && start <= offset && offset <= end)?.job ?? null;
    },
    reset() {
      services.clear();
      for (const key of documents.keys()) close(key);
      invalidated.fire();
    },
    dispose() {
      isDisposed = true;
      subscriptions.dispose();
      world?.dispose();
      invalidated.dispose();
      for (const key of documents.keys()) close(key);
      services.clear();
    },
  };
}
