import * as vscode from 'vscode';
import type { Problem } from '../../core/jobFile/problem.ts';
import type * as LanguagePart from '../../core/language/index.ts';
import type { RecalledRecord, RecallOutcome, RecallSource } from '../../core/language/index.ts';
import type { JobFileDocument, LanguageProblem, Translate } from '../../core/language/languageService.ts';
import { readSetting } from '../adapters/settings.ts';
import { l10n } from '../l10n.ts';
import { createOpenDocuments, type OpenDocumentsPorts } from './openDocuments.ts';
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

interface LanguageHostPorts extends OpenDocumentsPorts, Pick<WorldPorts, 'typicalCost' | 'profiles' | 'log'> {
  readonly loadLanguage: () => Promise<typeof LanguagePart>;
  readonly loadProviders: () => Promise<{ readonly createWorld: typeof createWorld }>;
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
      world = createWorld({ jobFiles, typicalCost, profiles, readSetting, log });
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
    explain: async (code) => (await loadLanguage()).explainProblem(code, translate),
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
