import * as vscode from 'vscode';
import type { Problem } from '../../core/jobFile/problem.ts';
import type {
  JobFileDocument,
  LanguageProblem,
  LanguageService,
  Translate,
} from '../../core/language/languageService.ts';
import type { RecalledRecord, RecallOutcome, RecallSource } from '../../core/language/index.ts';
import type { ModelIndex } from '../../core/catalog/modelIndex.ts';
import { readSetting } from '../adapters/settings.ts';
import { isJobFile } from '../jobFilePattern.ts';
import type { Parts } from '../parts.ts';
import { applyChanges } from './applyChanges.ts';

/** The job files that are open, as the language part sees them. Loaded with the first of them. */
export interface LanguageHost extends vscode.Disposable {
  /** In step with the editor when it is handed out; null when the document was closed meanwhile. */
  open(document: vscode.TextDocument): Promise<JobFileDocument | null>;
  /** The job at a position; null for the job at the root or none. */
  jobAt(document: vscode.TextDocument, position: vscode.Position): Promise<string | null>;
  /** Problems that planning has found, in words. */
  describe(problems: readonly Problem[]): Promise<readonly LanguageProblem[]>;
  /** A job file set to what a record of its runs file says. */
  recallJob(source: RecallSource): Promise<RecallOutcome>;
  /** What a record says as a job file of its own. */
  buildRecalledText(record: RecalledRecord, catalog: RecallSource['catalog']): Promise<string>;
  /** Reads every document anew, after a setting or the model index changed the rules. */
  reset(): void;
}

/** Messages of core are translated where their words are: in the bundle of the workbench language. */
const translate: Translate = (template, args) => vscode.l10n.t(template, args);

/**
 * Strictness is a setting of each folder, hence a service for each of its values. `models` is asked again after each
 * `reset`.
 */
export function createLanguageHost(parts: Pick<Parts, 'language'>, models: () => ModelIndex | null): LanguageHost {
  const documents = new Map<string, JobFileDocument>();
  const services = new Map<boolean, LanguageService>();
  const close = (key: string): void => {
    documents.get(key)?.dispose();
    documents.delete(key);
  };

  const open = async (document: vscode.TextDocument): Promise<JobFileDocument | null> => {
    const { createLanguageService } = await parts.language();
    const key = document.uri.toString();
    const known = documents.get(key);
    if (known) return known;
    if (document.isClosed || !isJobFile(document.uri)) return null;
    const isStrict = readSetting('strict', document.uri);
    const service = services.get(isStrict) ?? createLanguageService({ models: models(), isStrict, translate });
    services.set(isStrict, service);
    const opened = service.open(key, document.getText());
    documents.set(key, opened);
    return opened;
  };

  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const key = document.uri.toString();
      const opened = documents.get(key);
      if (!opened) return;
      // A change of line endings alone comes without content changes.
      if (contentChanges.length === 0) {
        if (opened.text !== document.getText()) close(key);
        return;
      }
      applyChanges(opened, contentChanges);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => close(uri.toString())),
  );

  return {
    open,
    async describe(problems) {
      const { describeProblem } = await parts.language();
      return problems.map((problem) => ({ ...problem, message: describeProblem(problem, translate) }));
    },
    recallJob: async (source) => (await parts.language()).recallJob(source),
    buildRecalledText: async (record, catalog) => (await parts.language()).buildRecalledText(record, catalog),
    async jobAt(document, position) {
      const offset = document.offsetAt(position);
      const symbols = (await open(document))?.symbols() ?? [];
      return symbols.find(({ kind, start, end }) => kind === 'job' && start <= offset && offset <= end)?.job ?? null;
    },
    reset() {
      services.clear();
      for (const key of documents.keys()) close(key);
    },
    dispose() {
      subscriptions.dispose();
      for (const key of documents.keys()) close(key);
      services.clear();
    },
  };
}
