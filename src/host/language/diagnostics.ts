import * as vscode from 'vscode';
import type { Problem, Severity } from '../../core/jobFile/problem.ts';
import type { LanguageProblem } from '../../core/language/languageService.ts';
import type { Log } from '../../engine.ts';
import { isJobFile } from '../jobFilePattern.ts';
import { runInBackground } from '../runInBackground.ts';
import type { LanguageHost } from './languageHost.ts';
import { mapRange } from './mapRange.ts';

/** Long enough for a burst of letters, short enough to feel immediate. */
const settleMs = 120;

export interface Diagnostics extends vscode.Disposable {
  refreshAll(): void;
  /**
   * Shows what planning has found in this very version, until the document changes: it has looked at files and at the
   * environment as well, which nobody does while typing.
   */
  showPlanned(document: vscode.TextDocument, problems: readonly Problem[]): Promise<void>;
}

/** Problems of open job files. A result for an older version of a document is dropped. */
export function registerDiagnostics(language: LanguageHost, log: Pick<Log, 'error'>): Diagnostics {
  const collection = vscode.languages.createDiagnosticCollection('genwright');
  const timers = new Map<string, NodeJS.Timeout>();
  const planned = new Map<string, { readonly version: number; readonly problems: readonly LanguageProblem[] }>();

  const update = async (document: vscode.TextDocument): Promise<void> => {
    const opened = await language.open(document);
    if (!opened || document.isClosed) return;
    const known = planned.get(document.uri.toString());
    const problems = known?.version === document.version ? known.problems : opened.problems();
    collection.set(
      document.uri,
      problems.map((problem) => mapProblem(document, problem)),
    );
  };
  const forget = (uri: vscode.Uri): void => {
    clearTimeout(timers.get(uri.toString()));
    timers.delete(uri.toString());
  };
  const schedule = (document: vscode.TextDocument, delayMs: number): void => {
    if (!isJobFile(document.uri)) return;
    forget(document.uri);
    timers.set(
      document.uri.toString(),
      setTimeout(() => runInBackground(update(document), log), delayMs),
    );
  };
  const refreshAll = (): void => {
    planned.clear();
    for (const document of vscode.workspace.textDocuments) schedule(document, 0);
  };
  refreshAll();
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document, settleMs)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      forget(uri);
      planned.delete(uri.toString());
      collection.delete(uri);
    }),
    collection,
  );
  return {
    refreshAll,
    async showPlanned(document, problems) {
      const { version } = document;
      planned.set(document.uri.toString(), { version, problems: await language.describe(problems) });
      await update(document);
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      subscriptions.dispose();
    },
  };
}

/** The code is stable: people filter by it. */
function mapProblem(document: vscode.TextDocument, problem: LanguageProblem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(mapRange(document, problem), problem.message, severities[problem.severity]);
  diagnostic.source = 'genwright';
  diagnostic.code = problem.code;
  return diagnostic;
}

/** Severities have the same meaning on both sides. */
const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};
